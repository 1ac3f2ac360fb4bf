import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { saying } from "../texts/saying.ts";
import { accountRoutes } from "./account-page/account-routes.ts";
import { ownFactorRoutes } from "./account-page/own-factor-routes.ts";
import { proofRoutes } from "./account-page/proven-routes.ts";
import { firstAdministratorRoutes } from "./administration/first-administrator.ts";
import { peopleRoutes } from "./administration/people-routes.ts";
import type { IdentityContext } from "./context.ts";
import { assetRoutes } from "./pages/asset-routes.ts";
import { isForeignForm } from "./pages/form.ts";
import { sendMessage } from "./pages/layout.ts";
import { answerFormsByRedirect } from "./pages/post-redirect-get.ts";
import { setSecurityHeaders } from "./pages/security-headers.ts";
import { providerRoutes } from "./provider/provider-routes.ts";
import { userInfoRoute } from "./provider/user-info-route.ts";
import { keepRequestFacts } from "./security-events/security-events.ts";
import { dueStepsRoutes } from "./sign-in/due-steps-routes.ts";
import { factorRoutes } from "./sign-in/factor-routes.ts";
import { passwordResetRoutes } from "./sign-in/password-reset-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { endRememberedSession, signOutRoutes } from "./sign-out/sign-out-routes.ts";
import { signUpRoutes } from "./sign-up/sign-up-routes.ts";
import { termsRoutes } from "./terms/terms-routes.ts";

/** All routes of the provider. Register it at the server's root. */
export function identityPlugin(
  context: IdentityContext,
  options: { appOrigins: readonly string[] },
): FastifyPluginAsync {
  const { publicUrl } = context;
  const { host, protocol } = new URL(publicUrl);

  return async (app) => {
    keepRequestFacts(app);
    app.addHook("onClose", () => context.events.settled());
    // Runs before the framework's headers and for responses that bypass it.
    app.addHook("onRequest", async (request, reply) => {
      setSecurityHeaders(reply.raw, publicUrl, options.appOrigins);
      // The database can't store NUL.
      if (request.url.includes("%00")) throw Object.assign(new Error("NUL in the address"), { statusCode: 400 });
      // Addresses use the public host and protocol, whatever the request used.
      request.raw.headers["x-forwarded-host"] = host;
      request.raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
      await endRememberedSession(context, { request, reply });
    });
    await app.register(async (scope) => providerRoutes(scope, context));
    await app.register(async (scope) => mountPages(scope, context));
  };
}

async function mountPages(app: FastifyInstance, context: IdentityContext): Promise<void> {
  const { publicUrl, homeUrl, logger, isOutage } = context;
  await app.register(formbody, { bodyLimit: 32_768 });
  answerFormsByRedirect(app, context);

  app.addHook("preHandler", async (request, reply) => {
    if (request.method === "POST" && request.url.startsWith("/signin/") && isForeignForm(request, publicUrl)) {
      const text = saying("identity.notAccepted.otherAddress");
      await sendMessage(reply, { status: 403, title: "identity.notAccepted", text, homeUrl, kind: "danger" });
    }
  });

  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const isRefused = error.statusCode && error.statusCode >= 400 && error.statusCode < 500;
    if (!isRefused) logger.error({ err: error }, "hosted page failed");
    if (!isRefused && isOutage(error)) {
      reply.header("retry-after", "10");
      const text = saying("identity.unavailable.tryLater");
      return sendMessage(reply, { status: 503, title: "identity.unavailable", text, homeUrl, kind: "danger" });
    }
    const text = saying("identity.failed.startAgain");
    const status = (isRefused && error.statusCode) || 500;
    return sendMessage(reply, { status, title: "identity.failed", text, homeUrl, kind: "danger" });
  });

  assetRoutes(app);
  signInRoutes(app, context);
  signUpRoutes(app, context);
  factorRoutes(app, context);
  dueStepsRoutes(app, context);
  passwordResetRoutes(app, context);
  if (context.terms) termsRoutes(app, { terms: context.terms, homeUrl });
  accountRoutes(app, context);
  ownFactorRoutes(app, context);
  proofRoutes(app, context);
  peopleRoutes(app, context);
  firstAdministratorRoutes(app, context);
  signOutRoutes(app, context);
  userInfoRoute(app, context);
}
