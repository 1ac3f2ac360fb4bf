import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import type { FlowContext } from "../flow/flow-context.ts";
import { formText, sendPage } from "../pages/form.ts";
import type { Terms } from "../terms/terms.ts";
import { agreeToTermsPage } from "../terms/terms-pages.ts";
import { afterPasswordOf, askForPassword } from "./after-password.ts";

/** The last step, for accounts that haven't agreed to the current terms. */
export function termsStepRoutes(app: FastifyInstance, context: FlowContext, terms: Terms): void {
  const { homeUrl, termsAgreements } = context;
  const afterPassword = afterPasswordOf(context);

  app.get(
    "/signin/:flow/terms",
    afterPassword(async ({ flow, needsFactor, account }, _request, reply) => {
      if (needsFactor || account.mustChangePassword) return askForPassword(reply, flow);
      return sendPage(reply, agreeToTermsPage({ texts: flow.texts, flowUrl: flow.url, homeUrl, terms }));
    }),
  );

  app.post(
    "/signin/:flow/terms",
    afterPassword(async ({ flow, account, amr, remember, needsFactor }, request, reply) => {
      if (needsFactor || account.mustChangePassword) return askForPassword(reply, flow);
      if (formText(request, "terms") !== terms.version) {
        const error = saying("identity.terms.agree.missing");
        return sendPage(reply, agreeToTermsPage({ texts: flow.texts, flowUrl: flow.url, homeUrl, terms, error }), 422);
      }
      await termsAgreements.agree(account.id, terms.version);
      return continueSignIn(context, flow, request, reply, { account, amr, remember });
    }),
  );
}
