import type { FastifyInstance } from "fastify";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { isClientScope } from "../clients/client-rules.ts";
import type { Consent, Consents } from "../clients/consents.ts";
import { hiddenXsrf } from "../pages/fields.ts";
import { formText, sendPage } from "../pages/form.ts";
import { formatList, formatMoment } from "../pages/formats.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import type { AccountPageContext } from "./account-page-context.ts";
import { accountPageRoutes, type Visit } from "./account-visits.ts";
import { backToAccount } from "./back-to-account.ts";

/** The further clients that somebody agreed to, each to be taken back. */
export function appRoutes(app: FastifyInstance, context: AccountPageContext & { consents: Consents }): void {
  const { consents } = context;
  const { get, post } = accountPageRoutes(app, context);

  const show = async ({ texts, xsrf, account }: Visit, notice?: Notice) =>
    appsPage({ texts, xsrf, apps: await consents.list(account.id), notice });

  get("/account/apps", async (visit, _request, reply) => sendPage(reply, await show(visit)));

  post("/account/apps", async (visit, request, reply) => {
    await consents.withdraw(visit.account.id, formText(request, "client").slice(0, 100));
    return sendPage(reply, await show(visit, { kind: "ok", saying: saying("identity.apps.removed") }));
  });
}

function appsPage({ texts, xsrf, apps, notice }: { texts: Texts; xsrf: string; apps: Consent[]; notice: Notice }) {
  const { t, language } = texts;
  return page({
    texts,
    title: t("identity.apps"),
    homeUrl: "/account",
    wide: true,
    body: html`<h1>${t("identity.apps")}</h1>
<p class="lead">${t("identity.apps.lead")}</p>
${banner(texts, notice)}
<ul class="devices">${apps.map(
      ({ clientId, clientName, scopes, grantedAt }) => html`<li>
<div><strong>${clientName}</strong><br>
<span class="hint">${formatList(
        ["openid" as const, ...scopes.filter(isClientScope)].map((scope) => t(`identity.consent.${scope}`)),
        language,
      )}<br>${t("identity.apps.since", { date: formatMoment(grantedAt, language) })}</span></div>
<form method="post" action="/account/apps">${hiddenXsrf(xsrf)}<input type="hidden" name="client" value="${clientId}">
<button class="quiet">${t("identity.apps.remove")}</button></form></li>`,
    )}</ul>
${apps.length === 0 && html`<p>${t("identity.apps.none")}</p>`}
${backToAccount(texts)}`,
  });
}
