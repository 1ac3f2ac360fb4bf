import type { FastifyReply } from "fastify";
import type { Account } from "../accounts/account-queries.ts";
import type { IdentityContext } from "../context.ts";
import { type Flow, type FlowRequest, inFlowOf } from "../flow/flow.ts";

/** A person who entered the password in this flow, and the remaining steps. */
export type Challenge = {
  flow: Flow;
  account: Account;
  amr: string[];
  remember: boolean;
  needsFactor: boolean;
};

type ChallengeHandler = (challenge: Challenge, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Restricts a handler to people who entered their password in this flow; others are asked for it first. */
export function afterPasswordOf(context: IdentityContext) {
  const { flowSteps, accounts } = context;
  const inFlow = inFlowOf(context);
  return (handler: ChallengeHandler) =>
    inFlow(async (flow, request, reply) => {
      const step = await flowSteps.find(flow.id, "challenge");
      const account = step?.accountId ? await accounts.findById(step.accountId) : undefined;
      if (!step || !account?.enabled) return askForPassword(reply, flow);
      const { amr, remember, needsFactor } = step.data;
      const challenge = {
        flow,
        account,
        amr: Array.isArray(amr) ? amr.map(String) : [],
        remember: remember === true,
        needsFactor: needsFactor === true,
      };
      return handler(challenge, request, reply);
    });
}

/** Redirects to the first step, with a notice. */
export function askForPassword(reply: FastifyReply, flow: Flow): FastifyReply {
  return reply.redirect(`${flow.url}/sign-in?again`, 303);
}
