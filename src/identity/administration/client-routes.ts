import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { saying } from "../../texts/saying.ts";
import type { AccountPageContext } from "../account-page/account-page-context.ts";
import { accountPageRoutes, type Visit } from "../account-page/account-visits.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { clientScopes } from "../clients/client-rules.ts";
import type { Client, Clients } from "../clients/clients.ts";
import { formText, sendPage } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import { clientPage, clientsPage, newClientPage } from "./client-pages.ts";
import { forAdminsOf } from "./for-admins.ts";

type ClientHandler = (
  visit: Visit,
  client: Client,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** The further clients of the provider, for admins. */
export function clientRoutes(app: FastifyInstance, context: AccountPageContext & { clients: Clients }): void {
  const { clients, accounts } = context;
  const { get, post, refuse } = accountPageRoutes(app, context);
  const forAdmins = forAdminsOf(refuse);

  const forClient = (handler: ClientHandler) =>
    forAdmins(async (visit, request, reply) => {
      const client = await clients.find((request.params as { client: string }).client);
      if (!client) return refuse(reply, 404, saying("identity.notAccepted.noSuchClient"));
      return handler(visit, client, request, reply);
    });

  const trailOf = ({ id }: Client) => accounts.readAudit({ username: id, limit: 50 });

  const show = async ({ texts, xsrf }: Visit, client: Client, reply: FastifyReply, notice: Notice, status = 200) =>
    sendPage(reply, clientPage({ texts, xsrf, client, trail: await trailOf(client), notice }), status);

  get(
    "/account/clients",
    forAdmins(async ({ texts }, _request, reply) =>
      sendPage(reply, clientsPage({ texts, clients: await clients.list(), notice: undefined })),
    ),
  );

  get(
    "/account/clients/new",
    forAdmins(async ({ texts, xsrf }, _request, reply) => sendPage(reply, newClientPage({ texts, xsrf }))),
  );

  post(
    "/account/clients/new",
    forAdmins(async (visit, request, reply) => {
      const values = { ...readForm(request), kind: formText(request, "kind") };
      try {
        const { client, secret } = await clients.add(values, visit.account.username);
        const notice: Notice = secret
          ? { kind: "ok", saying: saying("identity.client.added.secret"), secret }
          : { kind: "ok", saying: saying("identity.client.added") };
        return show(visit, client, reply, notice, 201);
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        const { texts, xsrf } = visit;
        return sendPage(reply, newClientPage({ texts, xsrf, values, errors: error.fields }), 422);
      }
    }),
  );

  get(
    "/account/clients/:client",
    forClient(async (visit, client, _request, reply) => show(visit, client, reply, undefined)),
  );

  post(
    "/account/clients/:client",
    forClient(async (visit, client, request, reply) => {
      const values = readForm(request);
      try {
        const changed = await clients.change(client.id, values, visit.account.username);
        return show(visit, changed, reply, { kind: "ok", saying: saying("identity.client.saved") });
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        const { texts, xsrf } = visit;
        return sendPage(
          reply,
          clientPage({
            texts,
            xsrf,
            client,
            values,
            errors: error.fields,
            trail: await trailOf(client),
            notice: undefined,
          }),
          422,
        );
      }
    }),
  );

  post(
    "/account/clients/:client/secret",
    forClient(async (visit, client, _request, reply) => {
      if (client.kind !== "confidential") return refuse(reply, 409, saying("identity.client.rule.noSecret"));
      const secret = await clients.renewSecret(client.id, visit.account.username);
      return show(visit, client, reply, { kind: "ok", saying: saying("identity.client.renewSecret.done"), secret });
    }),
  );

  post(
    "/account/clients/:client/remove",
    forClient(async (visit, client, _request, reply) => {
      await clients.remove(client.id, visit.account.username);
      const notice: Notice = { kind: "ok", saying: saying("identity.client.removed") };
      return sendPage(reply, clientsPage({ texts: visit.texts, clients: await clients.list(), notice }));
    }),
  );
}

function readForm(request: FastifyRequest) {
  const lines = (name: string) =>
    formText(request, name)
      .split(/\s+/)
      .filter((line) => line !== "");
  return {
    name: formText(request, "name").trim(),
    redirectAddresses: lines("redirects"),
    signOutAddresses: lines("sign_outs"),
    scopes: clientScopes.filter((scope) => formText(request, `scope-${scope}`) === "yes"),
  };
}
