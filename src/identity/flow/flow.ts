import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type Provider } from "oidc-provider";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { sendMessage } from "../pages/layout.ts";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** The sign-in flow of a hosted page. */
export type Flow = {
  id: string;
  /** Base address of its pages, without a trailing slash. */
  url: string;
  homeUrl: string;
  wantsSignUp: boolean;
  loginHint: string | undefined;
  /** In the pages' language; the app can request one with `ui_locales`. */
  texts: Texts;
};

export type FlowRequest = FastifyRequest<{ Params: { flow: string } }>;
type FlowHandler = (flow: Flow, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>;
type FlowContext = { provider: Provider; homeUrl: string };

/** The flow in the request's address; undefined if it expired or belongs to another browser. */
export async function findFlow(
  { provider, homeUrl }: FlowContext,
  request: FlowRequest,
  reply: FastifyReply,
): Promise<Flow | undefined> {
  let interaction: Interaction;
  try {
    interaction = await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
  // The cookie binds a flow to its browser: a forwarded address is useless.
  if (interaction.uid !== request.params.flow) return undefined;
  const { screen_hint, login_hint, ui_locales } = interaction.params;
  return {
    id: interaction.uid,
    url: `/signin/${interaction.uid}`,
    homeUrl,
    wantsSignUp: screen_hint === "signup",
    loginHint: typeof login_hint === "string" ? login_hint.slice(0, 254) : undefined,
    texts: textsForRequest(request, ui_locales),
  };
}

/** Restricts a handler to a sign-in flow of this browser; other requests get an explanatory page. */
export function inFlowOf(context: FlowContext) {
  return (handler: FlowHandler) => async (request: FlowRequest, reply: FastifyReply) => {
    const flow = await findFlow(context, request, reply);
    return flow ? handler(flow, request, reply) : sendFlowGone(reply, { homeUrl: context.homeUrl });
  };
}

/** The page for a flow that expired, is finished, or belongs to another browser. */
export function sendFlowGone(reply: FastifyReply, { homeUrl, texts }: { homeUrl: string; texts?: Texts }) {
  return sendMessage(reply, {
    status: 400,
    ...(texts && { texts }),
    title: "identity.flowGone",
    text: saying("identity.flowGone.text"),
    homeUrl,
    action: { label: "identity.backToCairn", href: homeUrl },
  });
}

/** Finishes the flow: signs the person in and redirects to the app. */
export async function finishFlow(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  login: { accountId: string; amr: string[] },
): Promise<FastifyReply> {
  const resumeUrl = await provider.interactionResult(
    request.raw,
    reply.raw,
    { login: { ...login, remember: true } },
    { mergeWithLastSubmission: false },
  );
  return reply.redirect(resumeUrl, 303);
}
