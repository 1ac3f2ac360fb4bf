import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { deletesUnaccepted } from "../pages/deletion.ts";
import { formText, sendPage } from "../pages/form.ts";
import { messagePage } from "../pages/message-page.ts";
import type { AccountPageContext } from "./account-page-context.ts";
import { deleteAccountPage, passwordPage } from "./account-pages.ts";
import { accountPageRoutes } from "./account-visits.ts";
import { findProofError } from "./password-proof.ts";
import { backToAccountPage, doneNotice, showAccount } from "./show-account.ts";

/** The account page of the signed-in person: name, password and deletion. */
export function accountRoutes(app: FastifyInstance, context: AccountPageContext): void {
  const { accounts, homeUrl } = context;
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

  get("/account/password", async ({ texts, xsrf, account }, _request, reply) =>
    sendPage(reply, passwordPage({ texts, xsrf, username: account.username })),
  );

  post("/account/password", async (visit, request, reply) => {
    const { texts, xsrf, account, session } = visit;
    const show = (errors: FieldErrors) =>
      sendPage(reply, passwordPage({ texts, xsrf, username: account.username, errors }), 422);
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

  get("/account/delete", async ({ texts, xsrf, account }, _request, reply) =>
    sendPage(reply, deleteAccountPage({ texts, xsrf, username: account.username, appUrl: homeUrl })),
  );

  post("/account/delete", async (visit, request, reply) => {
    const { texts, xsrf, account } = visit;
    const proofError = await findProofError(context, visit, request, reply);
    if (proofError) {
      const { username } = account;
      return sendPage(reply, deleteAccountPage({ texts, xsrf, username, appUrl: homeUrl, error: proofError }), 422);
    }
    const chosen = { deletesUnaccepted: deletesUnaccepted(request) };
    await accounts.remove(account.username, account.username, chosen);
    const title = texts.t("identity.deleteAccount.done");
    const text = saying("identity.deleteAccount.done.text");
    return sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "ok" }));
  });
}
