import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compactVerify, decodeJwt } from "jose";
import { type Saying, saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { IdentityContext } from "../context.ts";
import { transaction } from "../database/identity-database.ts";
import { hiddenField, hiddenXsrf } from "../pages/fields.ts";
import { formText, isForeignForm, sendPage } from "../pages/form.ts";
import { type Html, html, markedText, strongName } from "../pages/html.ts";
import { page, sendMessage } from "../pages/layout.ts";
import { type BrowserSession, findSession, isXsrf, xsrfOf } from "../provider/browser-session.ts";
import { clientId } from "../provider/claims.ts";
import { signingAlgorithm } from "../provider/keys.ts";
import { browserCookie } from "../sessions/browser-cookie.ts";
import { endGrant } from "../sessions/end-sessions.ts";

const parameters = ["post_logout_redirect_uri", "logout_uri", "client_id", "state", "id_token_hint", "ui_locales"];

type SignOutRequest = {
  uiLocales: string;
  /** Where to go afterwards; undefined unless registered. */
  returnUrl: string | undefined;
  /** The account of a genuine Cairn ID token, which may be expired. */
  hintedAccountId: string | undefined;
  problem: Saying | undefined;
};

/**
 * `/logout`, in OpenID Connect style (`id_token_hint`, `post_logout_redirect_uri`, `state`) or Cognito style
 * (`client_id`, `logout_uri`). Asks for confirmation, unless the request has the ID token of the signed-in account or
 * comes from the app.
 */
export function signOutRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { provider, keys, keyRing, publicUrl, homeUrl, returnUrls, accounts } = context;

  async function read(input: (name: string) => string): Promise<SignOutRequest> {
    const wanted = input("post_logout_redirect_uri") || input("logout_uri");
    const client = input("client_id");
    const hint = input("id_token_hint");
    const uiLocales = input("ui_locales");
    const refused = (problem: Saying) => ({ uiLocales, returnUrl: undefined, hintedAccountId: undefined, problem });
    const hinted = hint === "" ? undefined : await readHint(hint);
    if (hint !== "" && !hinted) return refused(saying("identity.signOut.refused.token"));
    const named = client || hinted?.clientId;
    if (named && named !== clientId) return refused(saying("identity.signOut.refused.client"));
    if (wanted !== "" && !returnUrls.includes(wanted)) return refused(saying("identity.signOut.refused.address"));
    return {
      uiLocales,
      returnUrl: wanted !== "" && named ? withState(wanted, input("state")) : undefined,
      hintedAccountId: hinted?.accountId,
      problem: undefined,
    };
  }

  function withState(address: string, state: string): string {
    if (state === "") return address;
    return `${address}${address.includes("?") ? "&" : "?"}state=${encodeURIComponent(state)}`;
  }

  /** The account and client of our ID token, which may be expired. */
  async function readHint(token: string): Promise<{ accountId: string; clientId: string } | undefined> {
    try {
      await compactVerify(token, keyRing.findKey, { algorithms: [signingAlgorithm] });
      const { iss, aud, sub, token_use } = decodeJwt(token);
      const isIdToken = iss === publicUrl && token_use === "id" && typeof aud === "string" && sub !== undefined;
      return isIdToken ? { accountId: sub, clientId: aud } : undefined;
    } catch {
      return undefined;
    }
  }

  function leave(reply: FastifyReply, { returnUrl, uiLocales }: SignOutRequest): FastifyReply {
    if (returnUrl) return reply.header("cache-control", "no-store").redirect(returnUrl, 303);
    const texts = textsForRequest(reply.request, uiLocales);
    const text = saying("identity.signOut.done.text");
    return sendMessage(reply, { texts, title: "identity.signOut.done", text, homeUrl, kind: "ok" });
  }

  function refuse(reply: FastifyReply, problem: Saying, uiLocales?: string): FastifyReply {
    const texts = textsForRequest(reply.request, uiLocales);
    const message = { texts, title: "identity.signOut.refused", text: problem, homeUrl, kind: "danger" } as const;
    return sendMessage(reply, { status: 400, ...message });
  }

  app.get<{ Querystring: Record<string, unknown> }>("/logout", async (request, reply) => {
    const input = (name: string) => {
      const value = Object.hasOwn(request.query, name) ? request.query[name] : undefined;
      return typeof value === "string" ? value : "";
    };
    const signOut = await read(input);
    if (signOut.problem) return refuse(reply, signOut.problem, signOut.uiLocales);
    const session = await findSession(provider, request, reply);
    if (!session) return leave(reply, signOut);
    const fromTheApp = request.headers["sec-fetch-site"] === "same-origin";
    // Whom the app has signed out before; somebody else's session isn't theirs to end.
    const isOver = signOut.hintedAccountId !== undefined && signOut.hintedAccountId !== session.accountId;
    if (fromTheApp && isOver) return leave(reply, signOut);
    if (fromTheApp || signOut.hintedAccountId === session.accountId) {
      await endBrowserSession(context, session, { request, reply });
      return leave(reply, signOut);
    }
    const account = session.accountId ? await accounts.findById(session.accountId) : undefined;
    const hidden = parameters.flatMap((name) => (input(name) === "" ? [] : [hiddenField(name, input(name))]));
    const texts = textsForRequest(request, signOut.uiLocales);
    const xsrf = xsrfOf(keys, session);
    return sendPage(reply, signOutPage({ texts, homeUrl, username: account?.username, xsrf, hidden }));
  });

  app.post("/logout", async (request, reply) => {
    if (isForeignForm(request, publicUrl)) return refuse(reply, saying("identity.signOut.refused.otherSite"));
    const signOut = await read((name) => formText(request, name));
    if (signOut.problem) return refuse(reply, signOut.problem, signOut.uiLocales);
    const session = await findSession(provider, request, reply);
    if (!session) return leave(reply, signOut);
    if (!isXsrf(keys, session, formText(request, "xsrf"))) {
      return refuse(reply, saying("identity.signOut.refused.openTooLong"), signOut.uiLocales);
    }
    await endBrowserSession(context, session, { request, reply });
    return leave(reply, signOut);
  });
}

function signOutPage(content: {
  texts: Texts;
  homeUrl: string;
  /** Undefined if the account is gone. */
  username: string | undefined;
  xsrf: string;
  hidden: Html[];
}): string {
  const { texts, homeUrl, username, xsrf, hidden } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.signOut"),
    heading: t("identity.signOut.question"),
    lead:
      username === undefined
        ? t("identity.signOut.signedIn")
        : markedText(texts, "identity.signOut.signedInAs", { strong: strongName }, { username }),
    homeUrl,
    body: html`<form method="post" action="/logout">
${hiddenXsrf(xsrf)}${hidden}
<div class="actions"><button>${t("identity.signOut")}</button><a class="button quiet" href="${homeUrl}">${t("identity.signOut.stay")}</a></div>
</form>`,
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Signs out whoever this browser's session belongs to, with the tokens that it has given. */
async function endBrowserSession(
  { db, provider, logger, shownPages }: IdentityContext,
  session: BrowserSession,
  { request, reply }: Exchange,
): Promise<void> {
  await transaction(db, async (tx) => {
    for (const { grantId } of Object.values(session.authorizations ?? {})) {
      if (grantId) await endGrant(tx, grantId);
    }
  });
  await session.destroy();
  await shownPages.forget(request);
  provider
    .createContext(request.raw, reply.raw)
    .cookies.set(provider.cookieName("session"), null, { signed: true, httpOnly: true, sameSite: "lax", path: "/" });
  logger.info({ accountId: session.accountId }, "signed out");
}

/** The app gives it (`web/foundation/auth/session-store.ts`), as nobody else can tell us of a sign-out without a line. */
const signedOutHere = browserCookie("cairn_sign_out", { isSecure: false, maxAgeSeconds: 0 });

/** Whatever the browser asks for first, also with the app closed: the sign-out that it remembers comes before. */
export async function endRememberedSession(context: IdentityContext, { request, reply }: Exchange): Promise<void> {
  if (!signedOutHere.read(request.raw)) return;
  const session = await findSession(context.provider, request, reply);
  if (session) await endBrowserSession(context, session, { request, reply });
  signedOutHere.give(reply.raw, "");
}
