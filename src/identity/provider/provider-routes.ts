import type { FastifyInstance } from "fastify";
import { addressKey, authorizationPerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { tooManyAttempts } from "../pages/form.ts";
import { sendMessage } from "../pages/layout.ts";

const authorizationPath = "/oauth2/authorize";

/** Routes that the provider handles itself. */
export function providerRoutes(app: FastifyInstance, context: IdentityContext): void {
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
          const text = tooManyAttempts(reply, refusal);
          return sendMessage(reply, {
            status: 429,
            title: "identity.provider.refused",
            text,
            homeUrl,
            kind: "danger",
          });
        }
        reply.hijack();
        await currentProvider.answer(request.raw, reply.raw);
      },
    });
  }
}
