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
import { type CardColumn, cardTable } from "./card-table.ts";
import { deskHeader, settingsTabs } from "./desk-header.ts";
import { assignableGroups, groupName, isAssignable } from "./groups.ts";
import { trailTable } from "./trail-table.ts";

/** Sort orders of the people; a minus means descending. */
export const peopleSorts = ["username", "-username", "email", "-email"] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export function peoplePage(content: {
  texts: Texts;
  homeUrl: string;
  people: Account[];
  search: string;
  sort: PeopleSort;
  next: string | undefined;
}): string {
  const { texts, homeUrl, people, search, sort, next } = content;
  const { t, language } = texts;
  const addressOf = (query: Record<string, string>) =>
    `/account/people?${new URLSearchParams({ ...(search !== "" && { q: search }), ...query }).toString()}`;
  const sortBy = (column: "username" | "email"): CardColumn["sort"] => ({
    url: addressOf({ sort: sort === column ? `-${column}` : column }),
    now: sort === column ? "ascending" : sort === `-${column}` ? "descending" : undefined,
  });
  return page({
    texts,
    title: t("identity.people"),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    body: html`${settingsTabs(texts, homeUrl, "people")}
<h1>${t("identity.people")}</h1>
<form class="desk-find" method="get" action="/account/people" role="search">
${field(texts, { name: "q", label: t("identity.field.usernameOrEmail"), value: search, autocomplete: "off", maxLength: 100 })}
<button class="quiet">${t("identity.people.search")}</button><a class="button" href="/account/people/new">${t("identity.people.new")}</a>
</form>
${
  people.length === 0
    ? html`<p>${t("identity.people.none")}</p>`
    : cardTable({
        label: t("identity.people"),
        named: true,
        columns: [
          { label: t("identity.field.username"), sort: sortBy("username") },
          { label: t("identity.field.email"), sort: sortBy("email") },
          { label: t("identity.people.roles") },
          { label: t("identity.people.state") },
        ],
        rows: people.map((person) => [
          html`<a href="/account/people/${person.username}">${person.username}</a>`,
          person.email,
          person.groups.length === 0
            ? t("identity.people.roles.none")
            : formatList(
                person.groups.map((group) => groupName(group, texts)),
                language,
              ),
          stateOf(person, texts),
        ]),
      })
}
${next && html`<p><a href="${addressOf({ sort, after: next })}">${t("identity.people.more")}</a></p>`}`,
  });
}

function stateOf({ enabled, mustChangePassword }: Account, { t }: Texts): string {
  if (!enabled) return t("identity.people.state.disabled");
  return mustChangePassword ? t("identity.people.state.newPasswordDue") : t("identity.people.state.active");
}

export function personPage(content: {
  texts: Texts;
  homeUrl: string;
  xsrf: string;
  person: Account;
  kinds: FactorKind[];
  trail: AuditEntry[];
  notice: Notice;
}): string {
  const { texts, homeUrl, xsrf, person, kinds, trail, notice } = content;
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  const action = (path: string, label: string, tone: "quiet" | "danger" = "quiet") =>
    html`<form method="post" action="${url}/${path}">${hiddenXsrf(xsrf)}<p><button class="${tone}">${label}</button></p></form>`;
  const state = person.enabled ? t("identity.people.state.active") : t("identity.people.state.disabled");
  return page({
    texts,
    title: person.username,
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    body: html`${settingsTabs(texts, homeUrl)}
<p><a href="/account/people">${t("identity.people.all")}</a></p>
<h1>${person.username}</h1>
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
${trailTable(texts, trail)}${localTimes}`,
  });
}

export function deletePersonPage(content: {
  texts: Texts;
  homeUrl: string;
  xsrf: string;
  person: Account;
  error?: Saying;
}): string {
  const { texts, homeUrl, xsrf, person, error } = content;
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  return page({
    texts,
    title: t("identity.person.delete"),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    body: html`${settingsTabs(texts, homeUrl)}
<p><a href="${url}">${person.username}</a></p>
<h1>${t("identity.person.delete")}</h1>
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
  homeUrl: string;
  xsrf: string;
  values?: { username: string; email: string };
  errors?: FieldErrors;
}): string {
  const { texts, homeUrl, xsrf, values, errors = {} } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.people.new"),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    body: html`${settingsTabs(texts, homeUrl)}
<p><a href="/account/people">${t("identity.people.all")}</a></p>
<h1>${t("identity.people.new")}</h1>
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
${groupChecks(texts, [], errors.groups)}
<div class="actions"><button>${t("identity.newPerson.submit")}</button></div>
</form>`,
  });
}

/** A checkbox for each offered group, and a text field for others. */
function groupChecks(texts: Texts, chosen: string[], error?: Saying): Html {
  return html`${assignableGroups.map(
    (group) =>
      html`<div class="check"><input type="checkbox" id="group-${group}" name="group-${group}" value="yes"${
        chosen.includes(group) && html` checked`
      }><label for="group-${group}">${groupName(group, texts)}</label></div>`,
  )}${field(texts, {
    name: "other-groups",
    label: texts.t("identity.people.otherGroups"),
    hint: texts.t("identity.people.otherGroups.hint"),
    value: chosen.filter((group) => !isAssignable(group)).join(" "),
    autocomplete: "off",
    error,
    maxLength: 1000,
  })}`;
}
