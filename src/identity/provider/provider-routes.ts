import type { FastifyInstance } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { addressKey } from "../attempts/address-key.ts";
import { type AttemptLimits, authorizationPerAddress } from "../attempts/attempt-limits.ts";
import { sendPage, tooManyAttempts } from "../pages/form.ts";
import { messagePage } from "../pages/message-page.ts";
import type { CurrentProvider } from "./current-provider.ts";

const authorizationPath = "/oauth2/authorize";

/** Routes that the provider handles itself. */
export function providerRoutes(
  app: FastifyInstance,
  context: { currentProvider: CurrentProvider; limits: AttemptLimits; homeUrl: string },
): void {
  const { currentProvider, limits, homeUrl } = context;
  // The provider reads bodies from the raw request.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const routes: [("GET" | "POST" | "OPTIONS")[], string][] = [
    [["GET", "OPTIONS"], "/.well-known/openid-configuration"],
    [["GET", "OPTIONS"], "/.well-known/jwks.json"],
    [["GET"], authorizationPath],
    [["GET"], "/oauth2/authorize/:flow"],
    [["POST", "OPTIONS"], "/oauth2/token"],
    [["POST", "OPTIONS"], "/oauth2/revoke"],
    // Only the provider's own account switch uses it; we have separate sign-out routes.
    [["POST"], "/logout/confirm"],
  ];
  for (const [method, url] of routes) {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        // Anyone can start a sign-in, and each one is stored for an hour.
        const key = `authorization:address:${addressKey(request.ip)}`;
        const refusal = url === authorizationPath && (await limits.take([{ key, limit: authorizationPerAddress }]));
        if (refusal) {
          const texts = textsForRequest(request);
          const title = texts.t("identity.provider.refused");
          const text = tooManyAttempts(reply, refusal);
          return sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "danger" }), 429);
        }
        reply.hijack();
        await currentProvider.answer(request.raw, reply.raw);
      },
    });
  }
}
