import { type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { AuditEntry } from "../accounts/audit-trail.ts";
import { deletionTerms, unacceptedChoice } from "../pages/deletion.ts";
import { currentPasswordField, field, hiddenXsrf } from "../pages/fields.ts";
import { formatList } from "../pages/formats.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { localTimes } from "../pages/local-times.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { assignableGroups, groupName } from "./groups.ts";
import { trailTable } from "./trail-table.ts";

export function peoplePage(content: {
  texts: Texts;
  homeUrl: string;
  people: Account[];
  search: string;
  next: string | undefined;
}): string {
  const { texts, homeUrl, people, search, next } = content;
  const { t, language } = texts;
  return page({
    texts,
    title: t("identity.people"),
    homeUrl,
    wide: true,
    body: html`<h1>${t("identity.people")}</h1>
<form method="get" action="/account/people" role="search">
${field(texts, { name: "q", label: t("identity.field.usernameOrEmail"), value: search, autocomplete: "off", maxLength: 100 })}
<div class="row"><button class="quiet">${t("identity.people.search")}</button><a class="button" href="/account/people/new">${t("identity.people.new")}</a></div>
</form>
<div class="scroll" role="region" aria-label="${t("identity.people")}" tabindex="0"><table>
<thead><tr><th scope="col">${t("identity.field.username")}</th><th scope="col">${t("identity.field.email")}</th><th scope="col">${t("identity.people.roles")}</th><th scope="col">${t("identity.people.state")}</th></tr></thead>
<tbody>${people.map(
      (person) => html`<tr>
<th scope="row"><a href="/account/people/${person.username}">${person.username}</a></th><td>${person.email}</td>
<td>${formatList(
        person.groups.map((group) => groupName(group, texts)),
        language,
      )}</td>
<td>${stateOf(person, texts)}</td></tr>`,
    )}</tbody></table></div>
${people.length === 0 && html`<p>${t("identity.people.none")}</p>`}
${next && html`<p><a href="/account/people?${new URLSearchParams({ q: search, after: next }).toString()}">${t("identity.people.more")}</a></p>`}
<div class="below"><p><a href="/account/clients">${t("identity.clients")}</a></p><p><a href="${homeUrl}admin_dashboard/settings">${t("identity.people.backToSettings")}</a></p></div>`,
  });
}

function stateOf({ enabled, mustChangePassword }: Account, { t }: Texts): string {
  if (!enabled) return t("identity.people.state.disabled");
  return mustChangePassword ? t("identity.people.state.newPasswordDue") : t("identity.people.state.active");
}

export function personPage(content: {
  texts: Texts;
  xsrf: string;
  person: Account;
  kinds: FactorKind[];
  trail: AuditEntry[];
  notice: Notice;
}): string {
  const { texts, xsrf, person, kinds, trail, notice } = content;
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  const action = (path: string, label: string, tone: "quiet" | "danger" = "quiet") =>
    html`<form method="post" action="${url}/${path}">${hiddenXsrf(xsrf)}<p><button class="${tone}">${label}</button></p></form>`;
  const state = person.enabled ? t("identity.people.state.active") : t("identity.people.state.disabled");
  return page({
    texts,
    title: person.username,
    homeUrl: "/account/people",
    wide: true,
    body: html`<h1>${person.username}</h1>
${banner(texts, notice)}
<dl><dt>${t("identity.field.email")}</dt><dd>${person.email}</dd><dt>${t("identity.people.state")}</dt><dd>${state}</dd></dl>
<h2>${t("identity.people.roles")}</h2>
<form method="post" action="${url}/groups">${hiddenXsrf(xsrf)}${groupChecks(texts, person.groups)}
<p><button class="quiet">${t("identity.person.roles.save")}</button></p></form>
<h2>${t("identity.person.access")}</h2>
${action("sign-out", t("identity.person.signOut"))}
${action("password", t("identity.person.resetPassword"))}
${kinds.length > 0 && action("factors", t("identity.person.resetFactors"))}
${
  person.enabled
    ? action("access", t("identity.person.disable"), "danger")
    : action("access", t("identity.person.enable"))
}
<p><a href="${url}/delete">${t("identity.person.delete.link")}</a></p>
<h2>${t("identity.trail")}</h2>
${trailTable(texts, trail)}
<div class="below"><p><a href="/account/people">${t("identity.people.all")}</a></p></div>${localTimes}`,
  });
}

export function deletePersonPage(content: { texts: Texts; xsrf: string; person: Account; error?: Saying }): string {
  const { texts, xsrf, person, error } = content;
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  return page({
    texts,
    title: t("identity.person.delete"),
    homeUrl: "/account/people",
    body: html`<h1>${t("identity.person.delete")}</h1>
${banner(texts, { kind: "danger", saying: saying("identity.person.delete.warning", { username: person.username }) })}
${deletionTerms(texts)}
<form method="post" action="${url}/delete" novalidate>${hiddenXsrf(xsrf)}
${unacceptedChoice(texts)}
${currentPasswordField(texts, error)}
<div class="actions"><button class="danger">${t("identity.person.delete")}</button><a class="button quiet" href="${url}">${t("identity.deleteAccount.keep")}</a></div>
</form>`,
  });
}

export function newPersonPage(content: {
  texts: Texts;
  xsrf: string;
  values?: { username: string; email: string };
  errors?: FieldErrors;
}): string {
  const { texts, xsrf, values, errors = {} } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.people.new"),
    homeUrl: "/account/people",
    body: html`<h1>${t("identity.people.new")}</h1>
<p class="lead">${t("identity.newPerson.lead")}</p>
<form method="post" action="/account/people/new" novalidate>${hiddenXsrf(xsrf)}
${field(texts, {
  name: "username",
  label: t("identity.field.username"),
  value: values?.username,
  autocomplete: "off",
  error: errors.username,
  maxLength: 40,
  focus: true,
})}
${field(texts, {
  name: "email",
  label: t("identity.field.email"),
  type: "email",
  value: values?.email,
  autocomplete: "off",
  error: errors.email,
  maxLength: 254,
})}
${groupChecks(texts, [])}
<div class="actions"><button>${t("identity.newPerson.submit")}</button></div>
</form>
<div class="below"><p><a href="/account/people">${t("identity.people.all")}</a></p></div>`,
  });
}

function groupChecks(texts: Texts, chosen: string[]): Html {
  return html`${assignableGroups.map(
    (group) =>
      html`<div class="check"><input type="checkbox" id="group-${group}" name="group-${group}" value="yes"${
        chosen.includes(group) && html` checked`
      }><label for="group-${group}">${groupName(group, texts)}</label></div>`,
  )}`;
}
