import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { AuditEntry } from "../accounts/audit-trail.ts";
import { type ClientInput, clientKinds, clientScopes } from "../clients/client-rules.ts";
import type { Client } from "../clients/clients.ts";
import { field, hiddenXsrf, linesField } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, type Notice, page, warning } from "../pages/layout.ts";
import { trailTable } from "./trail-table.ts";

type Values = Omit<ClientInput, "kind"> & { kind?: string };

export function clientsPage(content: { texts: Texts; clients: Client[]; notice: Notice }): string {
  const { texts, clients, notice } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.clients"),
    homeUrl: "/account",
    wide: true,
    body: html`<h1>${t("identity.clients")}</h1>
<p class="lead">${t("identity.clients.lead")}</p>
${banner(texts, notice)}
<div class="row"><a class="button" href="/account/clients/new">${t("identity.clients.new")}</a></div>
${
  clients.length === 0
    ? html`<p>${t("identity.clients.none")}</p>`
    : html`<ul class="devices">${clients.map(
        ({ id, name, kind }) => html`<li><div><a href="/account/clients/${id}">${name}</a><br>
<span class="hint"><code>${id}</code></span></div><span class="hint">${t(`identity.client.kind.${kind}`)}</span></li>`,
      )}</ul>`
}
<div class="below"><p><a href="/account/people">${t("identity.people.all")}</a></p></div>`,
  });
}

export function newClientPage(content: { texts: Texts; xsrf: string; values?: Values; errors?: FieldErrors }): string {
  const { texts, xsrf, values, errors = {} } = content;
  const { t } = texts;
  const chosen = values?.kind ?? "public";
  return page({
    texts,
    title: t("identity.clients.new"),
    homeUrl: "/account/clients",
    body: html`<h1>${t("identity.clients.new")}</h1>
<form method="post" action="/account/clients/new" novalidate>${hiddenXsrf(xsrf)}
${nameField(texts, values, errors)}
<fieldset><legend>${t("identity.client.kind")}</legend>${clientKinds.map(
      (
        kind,
      ) => html`<div class="check"><input type="radio" id="kind-${kind}" name="kind" value="${kind}" aria-describedby="kind-${kind}-hint"${
        chosen === kind && html` checked`
      }><label for="kind-${kind}">${t(`identity.client.kind.${kind}`)}</label></div>
<p class="hint" id="kind-${kind}-hint">${t(`identity.client.kind.${kind}.hint`)}</p>`,
    )}${errors.kind && html`<p class="error">${warning}${texts.say(errors.kind)}</p>`}</fieldset>
${otherFields(texts, values, errors)}
<div class="actions"><button>${t("identity.clients.new")}</button></div>
</form>
<div class="below"><p><a href="/account/clients">${t("identity.clients.all")}</a></p></div>`,
  });
}

export function clientPage(content: {
  texts: Texts;
  xsrf: string;
  client: Client;
  values?: Values;
  errors?: FieldErrors;
  trail: AuditEntry[];
  notice: Notice;
}): string {
  const { texts, xsrf, client, values = client, errors = {}, trail, notice } = content;
  const { t } = texts;
  const url = `/account/clients/${client.id}`;
  return page({
    texts,
    title: client.name,
    homeUrl: "/account/clients",
    wide: true,
    body: html`<h1>${client.name}</h1>
${banner(texts, notice)}
<dl><dt>${t("identity.client.id")}</dt><dd><code>${client.id}</code></dd><dt>${t("identity.client.kind")}</dt><dd>${t(`identity.client.kind.${client.kind}`)}</dd></dl>
<form method="post" action="${url}" novalidate>${hiddenXsrf(xsrf)}
${nameField(texts, values, errors)}
${otherFields(texts, values, errors)}
<div class="actions"><button>${t("identity.client.save")}</button></div>
</form>
${
  client.kind === "confidential" &&
  html`<form method="post" action="${url}/secret">${hiddenXsrf(xsrf)}
<div class="actions"><button class="quiet">${t("identity.client.renewSecret")}</button></div></form>`
}
<h2>${t("identity.trail")}</h2>
${trailTable(texts, trail)}
<div class="below"><p>${t("identity.client.remove.lead")}</p>
<form method="post" action="${url}/remove">${hiddenXsrf(xsrf)}<p><button class="danger">${t("identity.client.remove")}</button></p></form></div>
<div class="below"><p><a href="/account/clients">${t("identity.clients.all")}</a></p></div>`,
  });
}

function nameField(texts: Texts, values: Values | undefined, errors: FieldErrors): Html {
  return field(texts, {
    name: "name",
    label: texts.t("identity.client.name"),
    value: values?.name,
    autocomplete: "off",
    error: errors.name,
    maxLength: 60,
  });
}

function otherFields(texts: Texts, values: Values | undefined, errors: FieldErrors): Html {
  const { t } = texts;
  return html`${linesField(texts, {
    name: "redirects",
    label: t("identity.client.redirects"),
    hint: t("identity.client.redirects.hint"),
    lines: values?.redirectAddresses ?? [],
    error: errors.redirects,
  })}
${linesField(texts, {
  name: "sign_outs",
  label: t("identity.client.signOuts"),
  hint: t("identity.client.signOuts.hint"),
  lines: values?.signOutAddresses ?? [],
  error: errors.sign_outs,
})}
<fieldset><legend>${t("identity.client.rights")}</legend>${clientScopes.map(
    (scope) =>
      html`<div class="check"><input type="checkbox" id="scope-${scope}" name="scope-${scope}" value="yes"${
        values?.scopes.includes(scope) && html` checked`
      }><label for="scope-${scope}">${t(`identity.client.right.${scope}`)}</label></div>`,
  )}</fieldset>`;
}
