import type { FastifyReply, FastifyRequest } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { sendPage } from "../pages/form.ts";
import { type Flow, findFlow } from "./flow.ts";
import type { FlowContext } from "./flow-context.ts";
import { flowGonePage } from "./flow-gone-page.ts";

export type FlowRequest = FastifyRequest<{ Params: { flow: string } }>;
export type FlowHandler = (flow: Flow, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Restricts a handler to a sign-in flow of this browser; other requests get an explanatory page. */
export function inFlowOf({ provider, homeUrl }: Pick<FlowContext, "provider" | "homeUrl">) {
  return (handler: FlowHandler) => async (request: FlowRequest, reply: FastifyReply) => {
    const flow = await findFlow(provider, request, reply);
    if (flow) return handler(flow, request, reply);
    return sendPage(reply, flowGonePage({ texts: textsForRequest(request), homeUrl }), 400);
  };
}
