import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import { AccountInputError, type FieldErrors } from "../accounts/account-rules.ts";
import { StillNeededError } from "../accounts/still-needed.ts";
import type { IdentityContext } from "../context.ts";
import { deletesUnaccepted } from "../pages/deletion.ts";
import { formText, sendPage } from "../pages/form.ts";
import { sendMessage } from "../pages/layout.ts";
import {
  backToAccountPage,
  deleteAccountPage,
  devicesPage,
  doneNotice,
  passwordPage,
  showAccount,
  stillNeededPage,
} from "./account-pages.ts";
import { accountPageRoutes } from "./account-visits.ts";
import { findProofError } from "./proven-routes.ts";

/** The account page of the signed-in person: name, password, devices and deletion. */
export function accountRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, devices, homeUrl } = context;
  const { get, post } = accountPageRoutes(app, context);

  app.get("/account/signed-in", async (_request, reply) => reply.redirect("/account", 303));

  get("/account", async (visit, request, reply) =>
    showAccount(context, visit, reply, doneNotice((request.query as { done?: unknown }).done)),
  );

  post("/account/profile", async (visit, request, reply) => {
    const name = formText(request, "name").trim().slice(0, 120);
    await accounts.setDisplayName(visit.account.id, name === "" ? undefined : name);
    return backToAccountPage(reply, "profile");
  });

  get("/account/password", async (visit, _request, reply) => sendPage(reply, passwordPage(visit)));

  post("/account/password", async (visit, request, reply) => {
    const { account, session } = visit;
    const show = (errors: FieldErrors) => sendPage(reply, passwordPage(visit, errors), 422);
    const proofError = await findProofError(context, visit, request, reply);
    if (proofError) return show({ current_password: proofError });
    try {
      await accounts.setPassword(account.username, formText(request, "password"), { exceptSessionUid: session.uid });
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      return show(error.fields);
    }
    return backToAccountPage(reply, "password");
  });

  get("/account/devices", async (visit, request, reply) => {
    const after = (request.query as { after?: unknown }).after;
    const uuid = typeof after === "string" && /^[0-9a-f-]{36}$/.test(after) ? after : undefined;
    const list = await devices.list(visit.account.id, request.raw, uuid);
    return sendPage(reply, devicesPage(visit, { ...list, isLaterPart: uuid !== undefined }));
  });

  post("/account/devices/forget", async ({ account }, request, reply) => {
    const id = formText(request, "device");
    if (/^[0-9a-f-]{36}$/.test(id)) await devices.forget(account.id, id);
    return backToAccountPage(reply, "forgotten");
  });

  post("/account/sign-out-everywhere", async ({ account, session }, _request, reply) => {
    await accounts.signOutEverywhere(account.username, account.username, session.uid);
    return backToAccountPage(reply, "everywhere");
  });

  get("/account/delete", async (visit, _request, reply) => {
    const need = await accounts.findNeedOf(visit.account);
    return sendPage(reply, need ? stillNeededPage(visit, need) : deleteAccountPage(visit, homeUrl));
  });

  post("/account/delete", async (visit, request, reply) => {
    const proofError = await findProofError(context, visit, request, reply);
    if (proofError) return sendPage(reply, deleteAccountPage(visit, homeUrl, proofError), 422);
    const { username } = visit.account;
    try {
      await accounts.remove(username, username, { deletesUnaccepted: deletesUnaccepted(request) });
    } catch (error) {
      if (!(error instanceof StillNeededError)) throw error;
      return sendPage(reply, stillNeededPage(visit, error.reason), 409);
    }
    const text = saying("identity.deleteAccount.done.text");
    return sendMessage(reply, { title: "identity.deleteAccount.done", text, homeUrl, kind: "ok" });
  });
}
