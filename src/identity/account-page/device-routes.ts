import type { FastifyInstance } from "fastify";
import { formText } from "../pages/form.ts";
import { sendPageWithMoments } from "../pages/local-times.ts";
import type { AccountPageContext } from "./account-page-context.ts";
import { accountPageRoutes } from "./account-visits.ts";
import { devicesPage } from "./devices-page.ts";
import { backToAccountPage } from "./show-account.ts";

/** Lists the browsers signed in to the account. */
export function deviceRoutes(app: FastifyInstance, context: AccountPageContext): void {
  const { accounts, devices, publicUrl } = context;
  const { get, post } = accountPageRoutes(app, context);

  get("/account/devices", async ({ texts, xsrf, account }, request, reply) => {
    const after = (request.query as { after?: unknown }).after;
    const uuid = typeof after === "string" && /^[0-9a-f-]{36}$/.test(after) ? after : undefined;
    const list = await devices.list(account.id, request.raw, { after: uuid });
    return sendPageWithMoments(
      reply,
      publicUrl,
      devicesPage({ texts, xsrf, ...list, isLaterPart: uuid !== undefined }),
    );
  });

  post("/account/devices/forget", async ({ account }, request, reply) => {
    const id = formText(request, "device");
    if (/^[0-9a-f-]{36}$/.test(id)) await devices.forget(account.id, id);
    return backToAccountPage(reply, "forgotten");
  });

  post("/account/sign-out-everywhere", async ({ account, session }, _request, reply) => {
    await accounts.signOutEverywhere(account.username, account.username, session.uid);
    return backToAccountPage(reply, "everywhere");
  });
}
