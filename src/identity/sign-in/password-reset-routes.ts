import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import {
  AccountInputError,
  canonicalName,
  emptyConfirmationCode,
  emptyUsername,
  type FieldErrors,
  findPasswordError,
} from "../accounts/account-rules.ts";
import { addressKey, digestOfTyped, mailPerMailbox, passwordResetPerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { inFlowOf } from "../flow/flow.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { danger } from "../pages/layout.ts";
import { forgotPasswordPage, resetPasswordPage } from "./sign-in-pages.ts";

/** Forgotten password: emails a code, then sets a new password. Never reveals whether a name exists. */
export function passwordResetRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, devices, passwordReset, limits } = context;

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
      const found = await accounts.findForSignIn(name);
      const device = await devices.findKnownId(request.raw, found?.account.id);
      const ofDevice = { key: `password-reset:account:${found?.account.id}:device:${device}`, limit: mailPerMailbox };
      const refusal = await limits.take(
        // Strangers who ask for this name don't use up what a device of the account may ask for.
        device
          ? [ofDevice]
          : [
              { key: `password-reset:address:${addressKey(request.ip)}`, limit: passwordResetPerAddress },
              { key: `password-reset:${digestOfTyped(name)}`, limit: mailPerMailbox },
            ],
      );
      if (refusal) {
        return sendPage(
          reply,
          forgotPasswordPage(flow, { username: name, notice: danger(tooManyAttempts(reply, refusal)) }),
          429,
        );
      }
      const account = found?.account.enabled ? found.account : undefined;
      await passwordReset.start(flow, name, account, { isKnownDevice: device !== undefined });
      return reply.redirect(`${flow.url}/reset-password`, 303);
    }),
  );

  app.get(
    "/signin/:flow/reset-password",
    inFlow(async (flow, _request, reply) => {
      if (!(await passwordReset.isStarted(flow.id))) {
        return reply.redirect(`${flow.url}/forgot-password`, 303);
      }
      return sendPage(reply, resetPasswordPage(flow));
    }),
  );

  app.post(
    "/signin/:flow/reset-password",
    inFlow(async (flow, request, reply) => {
      if (!(await passwordReset.isStarted(flow.id))) return reply.redirect(`${flow.url}/forgot-password`, 303);
      const code = formText(request, "code").trim();
      const password = formText(request, "password");
      // Nothing is compared with the account until the code is right; the error would reveal that it exists.
      const passwordError = findPasswordError(password, "", "");
      const errors: FieldErrors = {
        ...(code === "" && { code: emptyConfirmationCode }),
        ...(passwordError && { password: passwordError }),
      };
      const again = (found: FieldErrors) => sendPage(reply, resetPasswordPage(flow, found), 422);
      if (Object.keys(errors).length > 0) return again(errors);
      try {
        const reset = await passwordReset.setPassword(flow.id, code, password);
        if (reset.check !== "right") {
          const isUsedUp = reset.check === "used-up";
          return again({
            code: saying(isUsedUp ? "identity.code.usedUp.startAgain" : "identity.code.wrong.checkMail"),
          });
        }
        const account = { ...reset.account, mustChangePassword: false };
        return continueSignIn(context, flow, request, reply, { account, amr: ["pwd"] });
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        return again(error.fields);
      }
    }),
  );
}
