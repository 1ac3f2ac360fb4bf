import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../accounts/account-queries.ts";
import { type Flow, finishFlow } from "./flow.ts";
import type { FlowContext } from "./flow-context.ts";

const secondFactorMethods = ["otp", "sms", "recovery"];

/**
 * The next step for somebody who has proven what `amr` names: a second factor, then a new password where one is due,
 * then the app. Every step ends here.
 */
export async function continueSignIn(
  context: FlowContext,
  flow: Flow,
  request: FastifyRequest,
  reply: FastifyReply,
  proven: { account: Account; amr: string[]; remember?: boolean },
): Promise<FastifyReply> {
  const { flowSteps, secondFactors, devices, provider } = context;
  const { account, amr, remember = false } = proven;

  const needsFactor =
    !amr.some((method) => secondFactorMethods.includes(method)) &&
    (await secondFactors.confirmedKinds(account.id)).length > 0 &&
    !(await devices.isRemembered(request.raw, account.id));
  if (needsFactor || account.mustChangePassword) {
    await flowSteps.put(flow.id, "challenge", { accountId: account.id, data: { amr, remember, needsFactor } });
    return reply.redirect(`${flow.url}/${needsFactor ? "factor" : "new-password"}`, 303);
  }
  await flowSteps.drop(flow.id);
  await devices.signedIn(request.raw, reply.raw, account, { remember });
  return finishFlow(provider, request, reply, { accountId: account.id, amr });
}
