import type { FastifyInstance } from "fastify";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import type { FlowContext } from "../flow/flow-context.ts";
import { formText, sendPage } from "../pages/form.ts";
import { afterPasswordOf, askForPassword } from "./after-password.ts";
import { newPasswordPage } from "./new-password-page.ts";

/** The step for accounts that must replace their password. */
export function newPasswordRoutes(app: FastifyInstance, context: FlowContext): void {
  const { homeUrl, accounts } = context;
  const afterPassword = afterPasswordOf(context);

  app.get(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, needsFactor, account }, _request, reply) => {
      if (needsFactor || !account.mustChangePassword) return askForPassword(reply, flow);
      return sendPage(
        reply,
        newPasswordPage({ texts: flow.texts, flowUrl: flow.url, homeUrl, username: account.username }),
      );
    }),
  );

  app.post(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, account, amr, remember, needsFactor }, request, reply) => {
      if (needsFactor || !account.mustChangePassword) return askForPassword(reply, flow);
      const password = formText(request, "password");
      try {
        await accounts.setPassword(account.username, password, { mustDiffer: true });
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        const shown = { texts: flow.texts, flowUrl: flow.url, homeUrl, username: account.username };
        return sendPage(reply, newPasswordPage({ ...shown, error: error.fields.password }), 422);
      }
      return continueSignIn(context, flow, request, reply, {
        account: { ...account, mustChangePassword: false },
        amr,
        remember,
      });
    }),
  );
}
