import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { saying } from "../texts/saying.ts";
import { textsForRequest } from "../texts/texts-for-request.ts";
import { accountRoutes } from "./account-page/account-routes.ts";
import { deviceRoutes } from "./account-page/device-routes.ts";
import { ownFactorRoutes } from "./account-page/own-factor-routes.ts";
import { proofRoutes } from "./account-page/proven-routes.ts";
import { firstAdministratorRoutes } from "./administration/first-administrator.ts";
import { peopleRoutes } from "./administration/people-routes.ts";
import type { IdentityContext } from "./context.ts";
import { assetRoutes } from "./pages/asset-routes.ts";
import { isForeignForm, sendPage } from "./pages/form.ts";
import { messagePage } from "./pages/message-page.ts";
import { answerFormsByRedirect } from "./pages/post-redirect-get.ts";
import { setSecurityHeaders } from "./pages/security-headers.ts";
import { accessTokenCheck } from "./provider/access-token-check.ts";
import { providerRoutes } from "./provider/provider-routes.ts";
import { userInfoRoute } from "./provider/user-info-route.ts";
import { keepRequestFacts } from "./security-events/request-facts.ts";
import { factorRoutes } from "./sign-in/factor-routes.ts";
import { newPasswordRoutes } from "./sign-in/new-password-routes.ts";
import { passwordResetRoutes } from "./sign-in/password-reset-routes.ts";
import { requiredFactorRoutes } from "./sign-in/required-factor-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { termsStepRoutes } from "./sign-in/terms-step-routes.ts";
import { signOutRoutes } from "./sign-out/sign-out-routes.ts";
import { signUpRoutes } from "./sign-up/sign-up-routes.ts";
import { waitForLinkScript } from "./sign-up/wait-for-link.ts";
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
      setSecurityHeaders(reply.raw, publicUrl, "", options.appOrigins);
      // The database can't store NUL.
      if (request.url.includes("%00")) throw Object.assign(new Error("NUL in the address"), { statusCode: 400 });
      // Addresses use the public host and protocol, whatever the request used.
      request.raw.headers["x-forwarded-host"] = host;
      request.raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
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
      const texts = textsForRequest(request);
      const title = texts.t("identity.notAccepted");
      const text = saying("identity.notAccepted.otherAddress");
      await sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "danger" }), 403);
    }
  });

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const isRefused = error.statusCode && error.statusCode >= 400 && error.statusCode < 500;
    const texts = textsForRequest(request);
    if (!isRefused) logger.error({ err: error }, "hosted page failed");
    if (!isRefused && isOutage(error)) {
      reply.header("retry-after", "10");
      const title = texts.t("identity.unavailable");
      const text = saying("identity.unavailable.tryLater");
      return sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "danger" }), 503);
    }
    const title = texts.t("identity.failed");
    const text = saying("identity.failed.startAgain");
    const status = (isRefused && error.statusCode) || 500;
    return sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "danger" }), status);
  });

  assetRoutes(app, { scripts: [waitForLinkScript] });
  signInRoutes(app, context);
  signUpRoutes(app, context);
  factorRoutes(app, context);
  newPasswordRoutes(app, context);
  requiredFactorRoutes(app, context);
  passwordResetRoutes(app, context);
  if (context.terms) {
    termsRoutes(app, { terms: context.terms, homeUrl });
    termsStepRoutes(app, context, context.terms);
  }
  accountRoutes(app, context);
  ownFactorRoutes(app, context);
  proofRoutes(app, context);
  deviceRoutes(app, context);
  peopleRoutes(app, context);
  firstAdministratorRoutes(app, context);
  signOutRoutes(app, context);
  userInfoRoute(app, accessTokenCheck(context));
}
