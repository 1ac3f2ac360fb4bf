import type { FastifyReply, FastifyRequest } from "fastify";
import type { IdentityContext } from "../context.ts";
import { transaction } from "../database/identity-database.ts";
import { type BrowserSession, findSession } from "../provider/browser-session.ts";
import { browserCookie } from "../sessions/browser-cookie.ts";
import { endGrant } from "../sessions/end-sessions.ts";

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Signs out whoever this browser's session belongs to, with the tokens that it has given. */
export async function endBrowserSession(
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
