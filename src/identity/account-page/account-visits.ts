import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import { isSignInTooOld } from "../accounts/security-policy.ts";
import type { IdentityContext } from "../context.ts";
import { formText, isForeignForm } from "../pages/form.ts";
import { sendMessage } from "../pages/layout.ts";
import { type BrowserSession, findSession, isXsrf, xsrfOf } from "../provider/browser-session.ts";
import { accountClientId } from "../provider/claims.ts";
import { findRequestFacts } from "../security-events/security-events.ts";

/** A request to an account page by a signed-in person. */
export type Visit = {
  session: BrowserSession;
  account: Account;
  xsrf: string;
  texts: Texts;
};
export type VisitHandler = (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Registers routes for people signed in with the provider; their forms carry the session's XSRF token. */
export function accountPageRoutes(app: FastifyInstance, context: IdentityContext) {
  const { provider, accounts, keys, publicUrl, policy, clock, events, mayEnter } = context;

  async function findVisit(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const session = await findSession(provider, request, reply);
    const account = session?.accountId ? await accounts.findById(session.accountId) : undefined;
    if (!session || !account || isSignInTooOld(policy, session.loginTs ?? 0, clock())) return undefined;
    if (!(await mayEnter(account))) return undefined;
    const facts = findRequestFacts();
    if (facts) facts.actorId = account.id;
    return { session, account, xsrf: xsrfOf(keys, session), texts: textsForRequest(request) };
  }

  /** Goes through the provider's sign-in and back. Only the provider session matters; the code is discarded. */
  function signInAddress(): string {
    const parameters = new URLSearchParams({
      client_id: accountClientId,
      redirect_uri: `${publicUrl}/account/signed-in`,
      response_type: "code",
      scope: "openid",
      code_challenge: createHash("sha256").update(randomBytes(32)).digest("base64url"),
      code_challenge_method: "S256",
    });
    return `/oauth2/authorize?${parameters}`;
  }

  const refuse = (reply: FastifyReply, status: number, text: Saying): FastifyReply => {
    if (status === 403) events.record("access.refused", { accountId: findRequestFacts()?.actorId });
    return sendMessage(reply, { status, title: "identity.notAccepted", text, homeUrl: "/account", kind: "danger" });
  };

  return {
    refuse,

    get: (path: string, handler: VisitHandler) =>
      app.get(path, async (request, reply) => {
        const visit = await findVisit(request, reply);
        return visit ? handler(visit, request, reply) : reply.redirect(signInAddress(), 303);
      }),

    post: (path: string, handler: VisitHandler) =>
      app.post(path, async (request, reply) => {
        if (isForeignForm(request, publicUrl)) return refuse(reply, 403, saying("identity.notAccepted.otherSite"));
        const visit = await findVisit(request, reply);
        if (!visit) return reply.redirect(signInAddress(), 303);
        if (!isXsrf(keys, visit.session, formText(request, "xsrf"))) {
          return refuse(reply, 403, saying("identity.notAccepted.openTooLong"));
        }
        return handler(visit, request, reply);
      }),
  };
}
