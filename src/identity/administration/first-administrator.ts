import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { accountQueries } from "../accounts/account-queries.ts";
import { canonicalName, type FieldErrors, findSignUpErrors } from "../accounts/account-rules.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { actors, writeAudit } from "../accounts/audit-trail.ts";
import { insertAccount } from "../accounts/insert-account.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { Codes } from "../messages/codes.ts";
import { formText, sendPage } from "../pages/form.ts";
import { messagePage } from "../pages/message-page.ts";
import { firstAdministratorPage } from "./first-administrator-page.ts";

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

export type FirstAdministratorContext = { db: IdentityDb; accounts: Accounts; codes: Codes; homeUrl: string };

export function firstAdministratorRoutes(app: FastifyInstance, context: FirstAdministratorContext): void {
  const { db, accounts, codes, homeUrl } = context;
  const gonePage = (texts: Texts) => {
    const title = texts.t("identity.firstAdministrator.linkGone");
    const text = saying("identity.firstAdministrator.linkGone.text");
    return messagePage({ texts, title, text, homeUrl, kind: "danger" });
  };
  const isGood = async (token: string) =>
    (await codes.isLinkGood(purpose, token)) && !(await accounts.hasAdministrator());

  app.get<{ Querystring: { token?: unknown } }>("/signin/first-administrator", async (request, reply) => {
    const texts = textsForRequest(request);
    const token = typeof request.query.token === "string" ? request.query.token : "";
    if (!(await isGood(token))) return sendPage(reply, gonePage(texts), 400);
    return sendPage(reply, firstAdministratorPage({ texts, homeUrl, token }));
  });

  const pageAt = (request: FastifyRequest) =>
    `/signin/first-administrator?${new URLSearchParams({ token: formText(request, "token") })}`;
  app.post("/signin/first-administrator", { config: { pageAt } }, async (request, reply) => {
    const texts = textsForRequest(request);
    const token = formText(request, "token");
    if (!(await isGood(token))) return sendPage(reply, gonePage(texts), 400);
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
      if (!isCreated) return sendPage(reply, gonePage(texts), 400);
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      return show(error.fields);
    }
    const title = texts.t("identity.firstAdministrator.done");
    const text = saying("identity.firstAdministrator.done.text", { username });
    const action = { label: texts.t("identity.signIn"), href: `${homeUrl}#sign-in` };
    return sendPage(reply, messagePage({ texts, title, text, homeUrl, kind: "ok", action }));
  });
}
