import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { fastifyPath, implementCall } from "../http/implement-call.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import type { FindAccountAddress } from "./mail-address.ts";
import { changeMailSettings, describeMailSettings, endMails } from "./mail-settings.ts";

type Services = { db: Db; digestAddresses: DigestAddresses; findAccountAddress: FindAccountAddress };

/** More than the one field that email programs send. */
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
    // RFC 8058: email programs post `List-Unsubscribe=One-Click` without a sign-in. The address identifies the
    // volunteer.
    oneClick.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: oneClickBytesMax },
      (_request, _body, done) => done(null, undefined),
    );
    implementCall(oneClick, calls.endMails, {
      allow: "signed_address",
      requireSignedAddress: ({ params: { token } }) => void digestAddresses.verify(token),
      handle: async ({ params: { token } }) => {
        await endMails(db, digestAddresses.verify(token));
        return undefined;
      },
    });
  });

  // Email programs without RFC 8058 open the address. Opening changes nothing, because scanners open links too.
  app.get<{ Params: { token: string } }>(fastifyPath(calls.endMails.path), (request, reply) =>
    reply.redirect(digestAddresses.pageOfToken(request.params.token), 303),
  );
}
