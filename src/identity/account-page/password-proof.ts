import type { FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { emptyPassword } from "../accounts/account-rules.ts";
import { passwordProofPerSession } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { formText, tooManyAttempts } from "../pages/form.ts";
import type { Visit } from "./account-visits.ts";

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
