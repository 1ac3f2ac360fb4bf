import type { FastifyReply, FastifyRequest } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { sendPage } from "../pages/form.ts";
import { type Flow, findFlow } from "./flow.ts";
import type { FlowContext } from "./flow-context.ts";
import { flowGonePage } from "./flow-gone-page.ts";

export type FlowRequest = FastifyRequest<{ Params: { flow: string } }>;
export type FlowHandler = (flow: Flow, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes a handler run only within a sign-in flow of this browser; every other request gets a page that says so. */
export function inFlowOf({ provider, homeUrl }: Pick<FlowContext, "provider" | "homeUrl">) {
  return (handler: FlowHandler) => async (request: FlowRequest, reply: FastifyReply) => {
    const flow = await findFlow(provider, request, reply);
    if (flow) return handler(flow, request, reply);
    return sendPage(reply, flowGonePage({ texts: textsForRequest(request), homeUrl }), 400);
  };
}
