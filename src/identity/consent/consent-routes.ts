import type { FastifyInstance } from "fastify";
import type { Clients } from "../clients/clients.ts";
import type { Consents } from "../clients/consents.ts";
import type { Flow } from "../flow/flow.ts";
import type { FlowContext } from "../flow/flow-context.ts";
import { flowGonePage } from "../flow/flow-gone-page.ts";
import { inFlowOf } from "../flow/in-flow.ts";
import { formText, sendPage } from "../pages/form.ts";
import { consentPage } from "./consent-page.ts";

export type ConsentContext = FlowContext & { clients: Clients; consents: Consents };

/** Asks those who are signed in whether a further client may know who they are. */
export function consentRoutes(app: FastifyInstance, context: ConsentContext): void {
  const { provider, accounts, clients, consents, homeUrl } = context;
  const inFlow = inFlowOf(context);

  async function find({ prompt, accountId, client }: Flow) {
    if (prompt !== "consent" || !accountId) return undefined;
    const [account, asking] = [await accounts.findById(accountId), await clients.find(client)];
    return account?.enabled && asking ? { account, asking } : undefined;
  }

  app.get(
    "/signin/:flow/consent",
    inFlow(async (flow, _request, reply) => {
      const found = await find(flow);
      if (!found) return sendPage(reply, flowGonePage({ texts: flow.texts, homeUrl }), 400);
      const { texts, url: flowUrl, scopes, returnAddress } = flow;
      const { username } = found.account;
      return sendPage(
        reply,
        consentPage({ texts, flowUrl, homeUrl, client: found.asking, username, scopes, returnAddress }),
      );
    }),
  );

  app.post(
    "/signin/:flow/consent",
    inFlow(async (flow, request, reply) => {
      const found = await find(flow);
      if (!found) return sendPage(reply, flowGonePage({ texts: flow.texts, homeUrl }), 400);
      const isAllowed = formText(request, "answer") === "allow";
      if (isAllowed) await consents.grant(found.account.id, found.asking.id, flow.scopes);
      const result = isAllowed
        ? { consent: {} }
        : { error: "access_denied", error_description: "the person did not agree" };
      const resumeUrl = await provider.interactionResult(request.raw, reply.raw, result, {
        mergeWithLastSubmission: isAllowed,
      });
      return reply.redirect(resumeUrl, 303);
    }),
  );
}
