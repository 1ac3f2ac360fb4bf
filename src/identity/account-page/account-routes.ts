import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { identityMessages } from "../../contract/messages.ts";
import { emptyConfirmationCode, emptyPassword } from "../accounts/account-rules.ts";
import { AccountInputError } from "../accounts/accounts.ts";
import { passwordProofPerAccount, secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { findPhoneNumber } from "../second-factors/second-factors.ts";
import { qrCodeDataUrl, totpUri } from "../second-factors/totp.ts";
import { messagePage, type Notice } from "../sign-in/sign-in-pages.ts";
import {
  accountPage,
  confirmPhonePage,
  deleteAccountPage,
  devicesPage,
  passwordPage,
  recoveryCodesPage,
  setUpAppPage,
  setUpPhonePage,
} from "./account-pages.ts";
import { accountPageRoutes, type Visit } from "./account-visits.ts";

const done: Record<string, string> = {
  profile: "Your profile is saved.",
  password: "Your password is changed, and every other browser is signed out.",
  removed: "The second step is taken away.",
  phone: "Your phone is set up.",
  forgotten: "The device is forgotten and signed out.",
  everywhere: "Every other browser is signed out.",
};

/** The account's own page and what is under it, for the one who is signed in with the provider. */
export function accountRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, homeUrl, secondFactors, devices, limits, logger } = context;

  const { get, post, refuse } = accountPageRoutes(app, context);
  const back = (reply: FastifyReply, what: keyof typeof done & string) => reply.redirect(`/account?done=${what}`, 303);

  /** Asks for the password before what an unlocked phone in other hands must not do; the error to show, if any. */
  async function findProofError(
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | undefined> {
    const password = formText(request, "current_password");
    if (password === "") return emptyPassword;
    const key = `password-proof:${visit.account.id}`;
    const refusal = await limits.take([{ key, limit: passwordProofPerAccount }]);
    if (refusal) return tooManyAttempts(reply, refusal);
    if (!(await accounts.passwordIs(visit.account.id, password))) return "This is not your password";
    await limits.clear(key);
    return undefined;
  }

  async function showAccount(visit: Visit, reply: FastifyReply, notice: Notice, status = 200): Promise<FastifyReply> {
    const kinds = await secondFactors.confirmedKinds(visit.account.id);
    return sendPage(
      reply,
      accountPage({
        homeUrl,
        xsrf: visit.xsrf,
        account: visit.account,
        kinds,
        phone: (await secondFactors.findPhone(visit.account.id))?.number,
        unusedRecoveryCodes: await secondFactors.unusedRecoveryCodes(visit.account.id),
        notice,
      }),
      status,
    );
  }

  app.get("/account/signed-in", async (_request, reply) => reply.redirect("/account", 303));

  get("/account", async (visit, request, reply) => {
    const what = (request.query as { done?: unknown }).done;
    const text = typeof what === "string" && Object.hasOwn(done, what) ? done[what] : undefined;
    return showAccount(visit, reply, text ? { kind: "ok", text } : undefined);
  });

  post("/account/profile", async (visit, request, reply) => {
    const name = formText(request, "name").trim().slice(0, 120);
    await accounts.setDisplayName(visit.account.id, name === "" ? undefined : name);
    return back(reply, "profile");
  });

  get("/account/password", async ({ xsrf, account }, _request, reply) =>
    sendPage(reply, passwordPage({ xsrf, username: account.username })),
  );

  post("/account/password", async (visit, request, reply) => {
    const { xsrf, account, session } = visit;
    const show = (errors: Record<string, string | undefined>) =>
      sendPage(reply, passwordPage({ xsrf, username: account.username, errors }), 422);
    const proofError = await findProofError(visit, request, reply);
    if (proofError) return show({ current_password: proofError });
    try {
      await accounts.setPassword(account.username, formText(request, "password"), { exceptSessionUid: session.uid });
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      return show(error.fields);
    }
    return back(reply, "password");
  });

  const showApp = async (visit: Visit, reply: FastifyReply, error?: string) => {
    const kinds = await secondFactors.confirmedKinds(visit.account.id);
    if (kinds.includes("software_token")) return reply.redirect("/account", 303);
    const secret = await secondFactors.startApp(visit.account.id);
    const uri = totpUri(secret, { issuer: "Cairn", username: visit.account.username });
    const content = { xsrf: visit.xsrf, secret, uri, qrCode: await qrCodeDataUrl(uri), error };
    return sendPage(reply, setUpAppPage(content), error ? 422 : 200);
  };

  get("/account/app", async (visit, _request, reply) => showApp(visit, reply));

  post("/account/app", async (visit, request, reply) => {
    const code = formText(request, "code").trim();
    if (code === "") return showApp(visit, reply, emptyConfirmationCode);
    const key = `factor:account:${visit.account.id}`;
    const refusal = await limits.take([{ key, limit: secondFactorPerAccount }]);
    if (refusal) return showApp(visit, reply, tooManyAttempts(reply, refusal));
    if ((await secondFactors.confirmApp(visit.account.id, code)) !== "right") {
      return showApp(visit, reply, "This code is not right. Check that the phone's clock is set automatically.");
    }
    await limits.clear(key);
    await accounts.audit(visit.account.username, "add-factor", visit.account.username, { kind: "software_token" });
    return showFirstRecoveryCodes(visit, reply, "/account");
  });

  get("/account/phone", async ({ xsrf }, _request, reply) => sendPage(reply, setUpPhonePage({ xsrf })));

  post("/account/phone", async (visit, request, reply) => {
    const { xsrf, account } = visit;
    const given = formText(request, "phone").slice(0, 40);
    const number = findPhoneNumber(given);
    if (!number) {
      const error = "Enter the number with its country code, such as +1 202 555 0123";
      return sendPage(reply, setUpPhonePage({ xsrf, phone: given, error }), 422);
    }
    if ((await secondFactors.confirmedKinds(account.id)).includes("text_message")) {
      return refuse(reply, 409, "There is a phone already. Take it away first.");
    }
    try {
      await secondFactors.startPhone(account.id, number);
    } catch (error) {
      logger.error({ err: error }, "text message could not be sent");
      const text = "The text message could not be sent. Try again in a moment.";
      return sendPage(reply, setUpPhonePage({ xsrf, phone: given, error: text }), 503);
    }
    return reply.redirect("/account/phone/confirm", 303);
  });

  get("/account/phone/confirm", async ({ xsrf, account }, _request, reply) => {
    const phone = await secondFactors.findPhone(account.id);
    if (!phone || phone.confirmed) return reply.redirect("/account", 303);
    return sendPage(reply, confirmPhonePage({ xsrf, phone: phone.number }));
  });

  post("/account/phone/confirm", async (visit, request, reply) => {
    const phone = await secondFactors.findPhone(visit.account.id);
    if (!phone || phone.confirmed) return reply.redirect("/account", 303);
    const code = formText(request, "code").trim();
    const check = code === "" ? undefined : await secondFactors.confirmPhone(visit.account.id, code);
    if (check === "right") {
      await accounts.audit(visit.account.username, "add-factor", visit.account.username, { kind: "text_message" });
      return showFirstRecoveryCodes(visit, reply, "/account?done=phone");
    }
    const error =
      check === undefined
        ? emptyConfirmationCode
        : check === "wrong"
          ? "This code is not right."
          : "This code no longer works. Start again.";
    return sendPage(reply, confirmPhonePage({ xsrf: visit.xsrf, phone: phone.number, error }), 422);
  });

  post("/account/factors/remove", async (visit, request, reply) => {
    const kind = formText(request, "kind");
    if (kind !== "software_token" && kind !== "text_message") {
      return showAccount(visit, reply, { kind: "danger", text: identityMessages.invalidMfaType }, 422);
    }
    const proofError = await findProofError(visit, request, reply);
    if (proofError) return showAccount(visit, reply, { kind: "danger", text: proofError }, 422);
    await secondFactors.remove(visit.account.id, kind);
    await accounts.audit(visit.account.username, "remove-factor", visit.account.username, { kind });
    return back(reply, "removed");
  });

  async function showFirstRecoveryCodes(visit: Visit, reply: FastifyReply, otherwise: string): Promise<FastifyReply> {
    if ((await secondFactors.unusedRecoveryCodes(visit.account.id)) > 0) return reply.redirect(otherwise, 303);
    return sendPage(reply, recoveryCodesPage({ codes: await secondFactors.renewRecoveryCodes(visit.account.id) }));
  }

  post("/account/recovery-codes", async (visit, request, reply) => {
    const proofError = await findProofError(visit, request, reply);
    if (proofError) return showAccount(visit, reply, { kind: "danger", text: proofError }, 422);
    if ((await secondFactors.confirmedKinds(visit.account.id)).length === 0) {
      return showAccount(visit, reply, { kind: "danger", text: identityMessages.noValidMfaMethod }, 422);
    }
    await accounts.audit(visit.account.username, "renew-recovery-codes", visit.account.username);
    return sendPage(reply, recoveryCodesPage({ codes: await secondFactors.renewRecoveryCodes(visit.account.id) }));
  });

  get("/account/devices", async ({ xsrf, account }, request, reply) => {
    const after = (request.query as { after?: unknown }).after;
    const uuid = typeof after === "string" && /^[0-9a-f-]{36}$/.test(after) ? after : undefined;
    const list = await devices.list(account.id, request.raw, { after: uuid });
    return sendPage(reply, devicesPage({ xsrf, ...list }));
  });

  post("/account/devices/forget", async ({ account }, request, reply) => {
    const id = formText(request, "device");
    if (/^[0-9a-f-]{36}$/.test(id)) await devices.forget(account.id, id);
    return back(reply, "forgotten");
  });

  post("/account/sign-out-everywhere", async ({ account, session }, _request, reply) => {
    await accounts.signOutEverywhere(account.username, account.username, session.uid);
    return back(reply, "everywhere");
  });

  get("/account/delete", async ({ xsrf, account }, _request, reply) =>
    sendPage(reply, deleteAccountPage({ xsrf, username: account.username })),
  );

  post("/account/delete", async (visit, request, reply) => {
    const { xsrf, account } = visit;
    const proofError = await findProofError(visit, request, reply);
    if (proofError) {
      return sendPage(reply, deleteAccountPage({ xsrf, username: account.username, error: proofError }), 422);
    }
    await accounts.remove(account.username, account.username);
    const text = "Your account is deleted. What you gave to quests stays with them, without your e-mail address.";
    return sendPage(reply, messagePage({ title: "Account deleted", text, homeUrl, kind: "ok" }));
  });
}
