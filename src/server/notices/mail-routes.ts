import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { fastifyPath, implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import { endDigestsByKey, findMailSettings, setDigestWanted } from "./digest-queries.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";

type Services = { db: Db; digestAddresses: DigestAddresses; findAccountAddress: FindAccountAddress };

/** More than the one field of mail programs. */
const oneClickBytesMax = 1_000;

export async function mailRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, digestAddresses } = services;

  implementCall(app, calls.getMailSettings, {
    allow: "self",
    handle: ({ params: { username } }) => describeMailSettings(services, username),
  });

  implementCall(app, calls.setMailSettings, {
    allow: "self",
    handle: ({ params: { username }, body }) => changeMailSettings(services, username, body),
  });

  await app.register(async (oneClick) => {
    // RFC 8058: mail programs send a form with `List-Unsubscribe=One-Click`; the address has all we need.
    oneClick.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: oneClickBytesMax },
      (_request, _body, done) => done(null, undefined),
    );
    implementCall(oneClick, calls.endMails, {
      allow: "signed_address",
      requireSignedAddress: ({ params: { token } }) => void digestAddresses.verify(token),
      handle: async ({ params: { token } }) => {
        const isKnown = await endDigestsByKey(db, digestAddresses.verify(token));
        if (!isKnown) throw new DomainError("not_found.mailAddress");
        return undefined;
      },
    });
  });

  // Mail programs without RFC 8058, and scanners, open the address: this must not unsubscribe.
  app.get<{ Params: { token: string } }>(fastifyPath(calls.endMails.path), (request, reply) =>
    reply.redirect(digestAddresses.pageOf(request.params.token), 303),
  );
}

async function describeMailSettings(
  { db, findAccountAddress }: Pick<Services, "db" | "findAccountAddress">,
  username: string,
) {
  const owner = await findMailSettings(db, username);
  if (!owner) return { digest: true, address: null, failed_at: null };
  const address = (await findMailAddress(owner, findAccountAddress)) ?? null;
  const failedAt = address === null ? null : failedSince(owner, address);
  return { digest: owner.digest_wanted, address, failed_at: failedAt?.toISOString() ?? null };
}

async function changeMailSettings(
  services: Pick<Services, "db" | "findAccountAddress">,
  username: string,
  { digest }: { digest: boolean },
) {
  await setDigestWanted(services.db, username, digest);
  return describeMailSettings(services, username);
}
