import type { FastifyInstance } from "fastify";
import { canonicalName, findSignUpErrors } from "../accounts/account-rules.ts";
import { AccountInputError, type Accounts } from "../accounts/accounts.ts";
import type { IdentityContext } from "../context.ts";
import type { Codes } from "../messages/codes.ts";
import { formText, sendPage } from "../pages/form.ts";
import { firstAdministratorPage, messagePage } from "../sign-in/sign-in-pages.ts";

const purpose = "first-administrator";
const noSubject = "00000000-0000-0000-0000-000000000000";
const lifetimeMs = 24 * 60 * 60_000;
const groups = ["admins", "feature_testers"];

/** A link for the one who starts the server, while nobody administers it; every call ends the link of the call before. */
export async function makeFirstAdministratorLink(options: {
  accounts: Accounts;
  codes: Codes;
  publicUrl: string;
}): Promise<string | undefined> {
  if (await options.accounts.hasAdministrator()) return undefined;
  const token = await options.codes.issueLink(purpose, noSubject, lifetimeMs);
  return `${options.publicUrl}/signin/first-administrator?token=${token}`;
}

export function firstAdministratorRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, codes, homeUrl } = context;
  const text = "This link was used, has run out, or there is an administrator already.";
  const gonePage = () => messagePage({ title: "The link does not work", text, homeUrl, kind: "danger" });
  const isGood = async (token: string) =>
    (await codes.isLinkGood(purpose, token)) && !(await accounts.hasAdministrator());

  app.get<{ Querystring: { token?: unknown } }>("/signin/first-administrator", async (request, reply) => {
    const token = typeof request.query.token === "string" ? request.query.token : "";
    if (!(await isGood(token))) return sendPage(reply, gonePage(), 400);
    return sendPage(reply, firstAdministratorPage({ homeUrl, token }));
  });

  app.post("/signin/first-administrator", async (request, reply) => {
    const token = formText(request, "token");
    if (!(await isGood(token))) return sendPage(reply, gonePage(), 400);
    const username = canonicalName(formText(request, "username"));
    const email = canonicalName(formText(request, "email"));
    const password = formText(request, "password");
    const show = (errors: Partial<Record<string, string>>) =>
      sendPage(reply, firstAdministratorPage({ homeUrl, token, values: { username, email }, errors }), 422);
    const errors = findSignUpErrors({ username, email, password });
    if (Object.keys(errors).length > 0) return show(errors);
    if ((await codes.redeemLink(purpose, token)) === undefined) return sendPage(reply, gonePage(), 400);
    try {
      await accounts.create({ username, email, password, groups, emailVerified: true }, "first-administrator link");
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      const refused = `${error.message}. Start the server again for a new link.`;
      return sendPage(reply, messagePage({ title: "Not created", text: refused, homeUrl, kind: "danger" }), 409);
    }
    const created = `The account ${username} administers this installation. Sign in with it.`;
    const action = { label: "Sign in", href: `${homeUrl}#sign-in` };
    return sendPage(reply, messagePage({ title: "Created", text: created, homeUrl, kind: "ok", action }));
  });
}
