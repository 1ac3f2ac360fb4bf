import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { assetRoutes } from "../pages/asset-routes.ts";
import { sendPage } from "../pages/form.ts";
import { setSecurityHeaders } from "../pages/security-headers.ts";
import type { Terms } from "./terms.ts";
import { termsPage } from "./terms-pages.ts";

/** `/terms`, if the installation has any. */
export function termsRoutes(app: FastifyInstance, { terms, homeUrl }: { terms: Terms; homeUrl: string }): void {
  app.get("/terms", async (request, reply) =>
    sendPage(reply, termsPage({ texts: textsForRequest(request), homeUrl, terms })),
  );
}

/** The same page, for installations with another sign-in provider. */
export function termsPlugin({ terms, publicUrl }: { terms: Terms; publicUrl: string }): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => setSecurityHeaders(reply.raw, publicUrl));
    assetRoutes(app);
    termsRoutes(app, { terms, homeUrl: `${publicUrl}/` });
  };
}
