import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { fastifyPath, implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import { endDigestsByKey, findMailSettings, setDigestWanted } from "./digest-queries.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";
import { countUnseen, listNews, setMuted, setReported, setSeen } from "./news-queries.ts";
import { endSubscription, saveSubscription } from "./push-queries.ts";
import { isPushKey, type PushService } from "./push-service.ts";

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

export function newsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listNews, {
    allow: "signed_in",
    handle: async ({ identity, query, ...context }) =>
      answerWithPart(context, await listNews(db, identity.username, query)),
  });

  implementCall(app, calls.summarizeNews, {
    allow: "signed_in",
    handle: ({ identity }) => countUnseen(db, identity.username),
  });

  implementCall(app, calls.seeNews, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      await setSeen(db, identity.username, body);
      return undefined;
    },
  });

  implementCall(app, calls.muteQuest, {
    allow: "signed_in",
    handle: async ({ identity, params, body }) => {
      if (!(await setMuted(db, identity.username, params.id, body.muted))) throw new DomainError("not_joined");
      return undefined;
    },
  });

  implementCall(app, calls.reportNews, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ identity, params, request }) => {
      const reported = await setReported(db, identity.username, params.id);
      if (!reported) throw new DomainError("not_found");
      request.log.warn({ ...reported, subject: identity.subject }, "a message was reported");
      return undefined;
    },
  });
}

export function pushRoutes(app: FastifyInstance, { db, pushService }: { db: Db; pushService: PushService }): void {
  implementCall(app, calls.getPushKey, {
    allow: "signed_in",
    handle: async () => ({ key: pushService.publicKey }),
  });

  implementCall(app, calls.subscribeToPush, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: async ({ identity, body }) => {
      if (!pushService.isAllowed(body.endpoint))
        throw new DomainError("validation_failed.pushEndpoint", { field: "endpoint" });
      if (!isPushKey(body.keys)) throw new DomainError("validation_failed.pushKeys", { field: "keys" });
      await transaction(db, (tx) => saveSubscription(tx, identity, body));
      return undefined;
    },
  });

  implementCall(app, calls.endPush, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      await endSubscription(db, identity.username, body.endpoint);
      return undefined;
    },
  });
}
