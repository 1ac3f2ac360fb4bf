import type { FastifyInstance } from "fastify";
import type { CurrentProvider } from "./current-provider.ts";

/** The addresses that the provider answers by itself. */
export function providerRoutes(app: FastifyInstance, { answer }: CurrentProvider): void {
  // The provider reads bodies from the raw request.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const routes: [("GET" | "POST" | "OPTIONS")[], string][] = [
    [["GET", "OPTIONS"], "/.well-known/openid-configuration"],
    [["GET", "OPTIONS"], "/.well-known/jwks.json"],
    [["GET", "POST"], "/oauth2/authorize"],
    [["GET"], "/oauth2/authorize/:flow"],
    [["POST", "OPTIONS"], "/oauth2/token"],
    [["POST", "OPTIONS"], "/oauth2/revoke"],
    // Only the provider's own change of accounts comes here; sign-out has routes of ours.
    [["POST"], "/logout/confirm"],
  ];
  for (const [method, url] of routes) {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        reply.hijack();
        await answer(request.raw, reply.raw);
      },
    });
  }
}
