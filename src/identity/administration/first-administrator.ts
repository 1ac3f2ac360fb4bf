import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { accountQueries } from "../accounts/account-queries.ts";
import { AccountInputError, canonicalName, type FieldErrors, findSignUpErrors } from "../accounts/account-rules.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { actors, writeAudit } from "../accounts/audit-trail.ts";
import { insertAccount } from "../accounts/insert-account.ts";
import { hashPassword } from "../accounts/passwords.ts";
import type { IdentityContext } from "../context.ts";
import { transaction } from "../database/identity-database.ts";
import type { Codes } from "../messages/codes.ts";
import { emailField, hiddenField, newPasswordField, usernameField } from "../pages/fields.ts";
import { formText, sendPage } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { formPage, sendMessage } from "../pages/layout.ts";

const purpose = "first-administrator";
const lifetimeMs = 24 * 60 * 60_000;
const groups = ["admins", "feature_testers"];

/**
 * Creates a link for the person who starts the server while there is no administrator. Each starting process creates
 * one, and all work until one is used.
 */
export async function makeFirstAdministratorLink(options: {
  accounts: Accounts;
  codes: Codes;
  publicUrl: string;
}): Promise<string | undefined> {
  if (await options.accounts.hasAdministrator()) return undefined;
  const token = await options.codes.issueLink(purpose, randomUUID(), lifetimeMs);
  return `${options.publicUrl}/signin/first-administrator?token=${token}`;
}

export function firstAdministratorRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { db, accounts, codes, homeUrl } = context;
  const sendGone = (reply: FastifyReply) => {
    const text = saying("identity.firstAdministrator.linkGone.text");
    return sendMessage(reply, {
      status: 400,
      title: "identity.firstAdministrator.linkGone",
      text,
      homeUrl,
      kind: "danger",
    });
  };
  const isGood = async (token: string) =>
    (await codes.isLinkGood(purpose, token)) && !(await accounts.hasAdministrator());

  app.get<{ Querystring: { token?: unknown } }>("/signin/first-administrator", async (request, reply) => {
    const token = typeof request.query.token === "string" ? request.query.token : "";
    if (!(await isGood(token))) return sendGone(reply);
    return sendPage(reply, firstAdministratorPage({ texts: textsForRequest(request), homeUrl, token }));
  });

  const pageAt = (request: FastifyRequest) =>
    `/signin/first-administrator?${new URLSearchParams({ token: formText(request, "token") })}`;
  app.post("/signin/first-administrator", { config: { pageAt } }, async (request, reply) => {
    const texts = textsForRequest(request);
    const token = formText(request, "token");
    if (!(await isGood(token))) return sendGone(reply);
    const username = canonicalName(formText(request, "username"));
    const email = canonicalName(formText(request, "email"));
    const password = formText(request, "password");
    const show = (errors: FieldErrors) =>
      sendPage(reply, firstAdministratorPage({ texts, homeUrl, token, values: { username, email }, errors }), 422);
    const errors = findSignUpErrors({ username, email, password });
    if (Object.keys(errors).length > 0) return show(errors);
    const passwordHash = await hashPassword(password);
    const account = { username, email, passwordHash, emailVerified: true, mustChangePassword: false, groups };
    try {
      const isCreated = await transaction(db, async (tx) => {
        // Prevents two links used at once from creating two administrators.
        await sql`select pg_advisory_xact_lock(hashtext('identity.first-administrator'))`.execute(tx);
        if (await accountQueries(tx).hasAdministrator()) return false;
        if ((await codes.redeemLink(tx, purpose, token)) === undefined) return false;
        await insertAccount(tx, account);
        await writeAudit(tx, { actor: actors.firstAdministratorLink, action: "create", username, detail: { groups } });
        return true;
      });
      if (!isCreated) return sendGone(reply);
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      return show(error.fields);
    }
    const text = saying("identity.firstAdministrator.done.text", { username });
    const action = { label: "identity.signIn", href: `${homeUrl}#sign-in` } as const;
    return sendMessage(reply, { title: "identity.firstAdministrator.done", text, homeUrl, kind: "ok", action });
  });
}

function firstAdministratorPage(content: {
  texts: Texts;
  homeUrl: string;
  token: string;
  values?: { username: string; email: string };
  errors?: FieldErrors;
}): string {
  const { texts, homeUrl, token, values, errors = {} } = content;
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.firstAdministrator"),
    lead: t("identity.firstAdministrator.lead"),
    homeUrl,
    action: "/signin/first-administrator",
    fields: html`${hiddenField("token", token)}
${usernameField(texts, { value: values?.username, error: errors.username, focus: true })}
${emailField(texts, { value: values?.email, error: errors.email })}
${newPasswordField(texts, errors.password, { label: t("identity.field.password") })}`,
    submit: t("identity.firstAdministrator.submit"),
  });
}
