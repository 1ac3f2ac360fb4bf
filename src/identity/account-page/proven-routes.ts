import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { emptyPassword } from "../accounts/account-rules.ts";
import { passwordProofPerSession } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { type CarriedForm, proofPage } from "./account-pages.ts";
import { accountPageRoutes, type Visit, type VisitHandler } from "./account-visits.ts";

/** Routes that require a sign-in or password within the last ten minutes, and otherwise ask for the password first. */
export function provenRoutes(app: FastifyInstance, context: IdentityContext) {
  const { get, post } = accountPageRoutes(app, context);

  const ask = (visit: Visit, reply: FastifyReply, form: CarriedForm, error?: Saying) =>
    sendPage(reply, proofPage(visit, form, error), error ? 422 : 403);

  return {
    /** A separate page asks for it and leads back. */
    get: (path: string, handler: VisitHandler) =>
      get(path, async (visit, request, reply) =>
        (await context.proofs.isFresh(visit.session))
          ? handler(visit, request, reply)
          : ask(visit, reply, { action: "/account/confirm", carried: { next: path } }),
      ),

    /** A page asks for it and carries the form along. */
    post: (path: string, handler: VisitHandler) =>
      post(path, async (visit, request, reply) => {
        if (await context.proofs.isFresh(visit.session)) return handler(visit, request, reply);
        const form = { action: request.url, carried: carriedOf(request) };
        if (formText(request, "current_password") === "") return ask(visit, reply, form);
        const error = await findProofError(context, visit, request, reply);
        return error ? ask(visit, reply, form, error) : handler(visit, request, reply);
      }),
  };
}

/** Accepts the password for a page. */
export function proofRoutes(app: FastifyInstance, context: IdentityContext): void {
  accountPageRoutes(app, context).post("/account/confirm", async (visit, request, reply) => {
    const next = formText(request, "next");
    // Only account pages, to prevent open redirects.
    const target = /^\/account(\/[a-z-]+)*$/.test(next) ? next : "/account";
    const error = await findProofError(context, visit, request, reply);
    if (!error) return reply.redirect(target, 303);
    const form = { action: "/account/confirm", carried: { next: target } };
    return sendPage(reply, proofPage(visit, form, error), 422);
  });
}

function carriedOf(request: FastifyRequest): Record<string, string> {
  const names = Object.keys((request.body ?? {}) as object).filter(
    (name) => !["xsrf", "current_password"].includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, formText(request, name)]));
}

/**
 * Checks the password before a sensitive change, in case someone else has the unlocked phone. Returns the error to
 * show, or undefined if the password is right.
 */
export async function findProofError(
  { accounts, limits, proofs, events }: IdentityContext,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Saying | undefined> {
  const password = formText(request, "current_password");
  if (password === "") return emptyPassword;
  const key = `password-proof:${visit.account.id}:session:${visit.session.uid}`;
  const refusal = await limits.take([{ key, limit: passwordProofPerSession }]);
  if (refusal) return tooManyAttempts(reply, refusal);
  if (!(await accounts.passwordIs(visit.account.id, password))) {
    events.record("proof.wrong", { accountId: visit.account.id });
    return saying("identity.rule.passwordWrong");
  }
  await limits.clear(key);
  await proofs.keep(visit.session);
  return undefined;
}
