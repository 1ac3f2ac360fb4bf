import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import {
  canonicalName,
  emptyConfirmationCode,
  emptyUsername,
  type FieldErrors,
  findPasswordError,
} from "../accounts/account-rules.ts";
import { addressKey } from "../attempts/address-key.ts";
import { mailPerMailbox, passwordResetPerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { type Flow, inFlowOf } from "../flow/flow.ts";
import type { FlowStep } from "../flow/flow-steps.ts";
import type { CodeCheck } from "../messages/codes.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { danger } from "../pages/layout.ts";
import { forgotPasswordPage, resetPasswordPage } from "./sign-in-pages.ts";

/** As many guesses as a real code allows. */
const guessesAtNobody = 5;

/** Forgotten password: emails a code, then sets a new password. Never reveals whether a name exists. */
export function passwordResetRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, passwordReset, flowSteps, limits } = context;

  const inFlow = inFlowOf(context);

  app.get(
    "/signin/:flow/forgot-password",
    inFlow(async (flow, _request, reply) => sendPage(reply, forgotPasswordPage(flow))),
  );

  app.post(
    "/signin/:flow/forgot-password",
    inFlow(async (flow, request, reply) => {
      const name = canonicalName(formText(request, "username")).slice(0, 254);
      if (name === "") return sendPage(reply, forgotPasswordPage(flow, { error: emptyUsername }), 422);
      const refusal = await limits.take([
        { key: `password-reset:address:${addressKey(request.ip)}`, limit: passwordResetPerAddress },
        { key: `password-reset:${name}`, limit: mailPerMailbox },
      ]);
      if (refusal) {
        return sendPage(
          reply,
          forgotPasswordPage(flow, { username: name, notice: danger(tooManyAttempts(reply, refusal)) }),
          429,
        );
      }
      const found = await accounts.findForSignIn(name);
      const account = found?.account.enabled ? found.account : undefined;
      await flowSteps.put(flow.id, "password-reset", { accountId: account?.id, data: { guesses: 0 } });
      if (account) void passwordReset.sendCode(account, flow.texts);
      return reply.redirect(`${flow.url}/reset-password`, 303);
    }),
  );

  app.get(
    "/signin/:flow/reset-password",
    inFlow(async (flow, _request, reply) => {
      if (!(await flowSteps.find(flow.id, "password-reset"))) {
        return reply.redirect(`${flow.url}/forgot-password`, 303);
      }
      return sendPage(reply, resetPasswordPage(flow));
    }),
  );

  app.post(
    "/signin/:flow/reset-password",
    inFlow(async (flow, request, reply) => {
      const step = await flowSteps.find(flow.id, "password-reset");
      if (!step) return reply.redirect(`${flow.url}/forgot-password`, 303);
      const code = formText(request, "code").trim();
      const password = formText(request, "password");
      const account = step.accountId ? await accounts.findById(step.accountId) : undefined;
      // Nothing is compared with the account until the code is right; the error would reveal that it exists.
      const passwordError = findPasswordError(password, "", "");
      const errors: FieldErrors = {
        ...(code === "" && { code: emptyConfirmationCode }),
        ...(passwordError && { password: passwordError }),
      };
      const again = (found: FieldErrors) => sendPage(reply, resetPasswordPage(flow, found), 422);
      if (Object.keys(errors).length > 0) return again(errors);
      let check: CodeCheck;
      try {
        check = account?.enabled
          ? await passwordReset.setPassword(account, code, password)
          : await guessAtNobody(flow, step);
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        return again(error.fields);
      }
      if (check !== "right" || !account) {
        const isUsedUp = check === "used-up";
        return again({ code: saying(isUsedUp ? "identity.code.usedUp.startAgain" : "identity.code.wrong.checkMail") });
      }
      return continueSignIn(context, flow, request, reply, {
        account: { ...account, mustChangePassword: false },
        amr: ["pwd"],
      });
    }),
  );

  /** Behaves as if a code existed. */
  async function guessAtNobody(flow: Flow, step: FlowStep): Promise<CodeCheck> {
    const guesses = Number(step.data.guesses ?? 0) + 1;
    await flowSteps.put(flow.id, "password-reset", { accountId: undefined, data: { guesses } });
    return guesses < guessesAtNobody ? "wrong" : "used-up";
  }
}
