import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../accounts/account-queries.ts";
import { isTemporaryPasswordExpired, needsSecondFactor } from "../accounts/security-policy.ts";
import type { IdentityContext } from "../context.ts";
import { type Flow, finishFlow } from "./flow.ts";

const secondFactorMethods = ["otp", "sms", "recovery"];

/**
 * Sends a person to the next step: second factor, new password if due, setup of a required second factor, terms to
 * agree to, then the app. `amr` names the proofs given so far. Every step ends here.
 */
export async function continueSignIn(
  context: IdentityContext,
  flow: Flow,
  request: FastifyRequest,
  reply: FastifyReply,
  proven: { account: Account; amr: string[]; remember?: boolean },
): Promise<FastifyReply> {
  const { flowSteps, chosenLanguage, secondFactors, devices, terms, termsAgreements, provider, policy, events } =
    context;
  const { account, amr, remember = false } = proven;

  if (isTemporaryPasswordExpired(policy, account, context.clock())) {
    events.record("sign-in.refused", { accountId: account.id, reason: "temporary-password-expired" });
    return reply.redirect(`${flow.url}/sign-in?expired`, 303);
  }
  const hasFactor = (await secondFactors.confirmedKinds(account.id)).length > 0;
  const needsFactor =
    hasFactor &&
    !amr.some((method) => secondFactorMethods.includes(method)) &&
    !(await devices.isRemembered(request.raw, account.id));
  const mustSetUpFactor = !hasFactor && needsSecondFactor(policy, account);
  const mustAgree = terms && !(await termsAgreements.hasAgreed(account.id, terms.version));
  const next =
    (needsFactor && "factor") ||
    (account.mustChangePassword && "new-password") ||
    (mustSetUpFactor && "set-up-factor") ||
    (mustAgree && "terms");
  if (next) {
    await flowSteps.put(flow.id, "challenge", { accountId: account.id, data: { amr, remember, needsFactor } });
    return reply.redirect(`${flow.url}/${next}`, 303);
  }
  await flowSteps.drop(flow.id);
  await devices.signedIn(request.raw, reply.raw, account, { remember });
  await chosenLanguage.onSignedIn(request, { flowId: flow.id, accountId: account.id });
  events.record("sign-in.done", { accountId: account.id, factor: amr.join(" ") });
  return finishFlow(provider, request, reply, { accountId: account.id, amr });
}
