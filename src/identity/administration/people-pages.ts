import type { Language } from "../../texts/languages.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Visit } from "../account-page/account-visits.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { type AuditEntry, actors } from "../accounts/audit-trail.ts";
import { deletionTerms, unacceptedChoice } from "../pages/deletion.ts";
import { currentPasswordField, emailField, field, hiddenXsrf, usernameField } from "../pages/fields.ts";
import { type Html, html, verbatim, withNames } from "../pages/html.ts";
import { brandLink, danger, formPage, type Notice, page } from "../pages/layout.ts";
import { localTimesScript, momentElement } from "../pages/page-scripts.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { assignableGroups, groupName, isAssignable } from "./groups.ts";

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
    above: settingsTabs(texts, homeUrl, "people"),
    body: html`<form class="desk-find" method="get" action="/account/people" role="search">
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
          html`<a href="/account/people/${person.username}" translate="no">${person.username}</a>`,
          verbatim(person.email),
          person.groups.length === 0
            ? t("identity.people.roles.none")
            : listed(
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

export function personPage(
  { texts, xsrf }: Visit,
  content: { homeUrl: string; person: Account; kinds: FactorKind[]; trail: AuditEntry[]; notice: Notice },
): string {
  const { homeUrl, person, kinds, trail, notice } = content;
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  const action = (path: string, label: string, tone: "quiet" | "danger" = "quiet") =>
    html`<form method="post" action="${url}/${path}">${hiddenXsrf(xsrf)}<p><button class="${tone}">${label}</button></p></form>`;
  const state = person.enabled ? t("identity.people.state.active") : t("identity.people.state.disabled");
  return page({
    texts,
    title: person.username,
    heading: verbatim(person.username),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    above: html`${settingsTabs(texts, homeUrl)}<p><a href="/account/people">${t("identity.people.all")}</a></p>`,
    notice,
    body: html`<dl><dt>${t("identity.field.email")}</dt><dd translate="no">${person.email}</dd><dt>${t("identity.people.state")}</dt><dd>${state}</dd></dl>
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
${trailTable(texts, trail)}${localTimesScript.tag}`,
  });
}

export function deletePersonPage(
  { texts, xsrf }: Visit,
  { homeUrl, person, error }: { homeUrl: string; person: Account; error?: Saying },
): string {
  const { t } = texts;
  const url = `/account/people/${person.username}`;
  return page({
    texts,
    title: t("identity.person.delete"),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    above: html`${settingsTabs(texts, homeUrl)}<p><a href="${url}" translate="no">${person.username}</a></p>`,
    notice: danger(saying("identity.person.delete.warning", { username: person.username })),
    body: html`${deletionTerms(texts)}
<form method="post" action="${url}/delete" novalidate>${hiddenXsrf(xsrf)}
${unacceptedChoice(texts)}
${currentPasswordField(texts, error)}
<div class="actions"><button class="danger">${t("identity.person.delete")}</button><a class="button quiet" href="${url}">${t("identity.deleteAccount.keep")}</a></div>
</form>`,
  });
}

export function newPersonPage(
  { texts, xsrf }: Visit,
  content: { homeUrl: string; values?: { username: string; email: string }; errors?: FieldErrors },
): string {
  const { homeUrl, values, errors = {} } = content;
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.people.new"),
    homeUrl,
    wide: true,
    deskHeader: deskHeader(texts, homeUrl),
    above: html`${settingsTabs(texts, homeUrl)}<p><a href="/account/people">${t("identity.people.all")}</a></p>`,
    lead: t("identity.newPerson.lead"),
    action: "/account/people/new",
    fields: html`${hiddenXsrf(xsrf)}
${usernameField(texts, { value: values?.username, autocomplete: "off", error: errors.username, focus: true })}
${emailField(texts, { value: values?.email, autocomplete: "off", error: errors.email })}
${groupChecks(texts, [], errors.groups)}`,
    submit: t("identity.newPerson.submit"),
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

function trailTable(texts: Texts, trail: readonly AuditEntry[]): Html {
  const { t, language } = texts;
  return cardTable({
    label: t("identity.trail"),
    columns: [
      { label: t("identity.trail.when") },
      { label: t("identity.trail.who") },
      { label: t("identity.trail.what") },
    ],
    rows: trail.map((entry) => [momentElement(entry.at, language), actorOf(entry, texts), changeOf(entry, texts)]),
  });
}

function actorOf({ actor }: AuditEntry, { t }: Texts): Html | string {
  if (actor === actors.system) return t("identity.trail.nobody.system");
  return actor === actors.firstAdministratorLink ? t("identity.trail.nobody.firstAdministratorLink") : verbatim(actor);
}

function changeOf({ action, detail }: AuditEntry, { t, language }: Texts): Html | string {
  if (action !== "set-groups") return t(`identity.trail.${action}`);
  return withNames((name) => {
    const list = (groups: unknown) =>
      Array.isArray(groups) && groups.length > 0
        ? name(listed(groups.map(String), language))
        : t("identity.trail.set-groups.none");
    return t("identity.trail.set-groups", { before: list(detail.before), after: list(detail.after) });
  });
}

/** `one, another`. */
function listed(words: readonly string[], { formatLocale }: Language): string {
  return new Intl.ListFormat(formatLocale, { type: "unit", style: "short" }).format(words);
}

const areas = [
  ["", "admin.header.quests"],
  ["/applications", "admin.header.applications"],
  ["/samples", "admin.header.samples"],
  ["/review", "team.title"],
  ["/team", "admin.header.team"],
  ["/datasets", "admin.header.datasets"],
  ["/reports", "admin.header.reports"],
  ["/settings", "admin.header.settings"],
  ["/feature-testing", "admin.header.featureTesting"],
] as const;

/** Drawn here, as hosted pages have no icons of the app. */
const headerIcon = (shapes: Html) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
const compassIcon = headerIcon(html`<circle cx="12" cy="12" r="9.5"/><path d="m16 8-2.2 5.8L8 16l2.2-5.8z"/>`);
const personIcon = headerIcon(
  html`<circle cx="12" cy="12" r="9.5"/><circle cx="12" cy="10" r="3.5"/><path d="M6 19.4c1-3 3.2-4.4 6-4.4s5 1.4 6 4.4"/>`,
);
const openIcon = headerIcon(html`<path d="m6 9 6 6 6-6"/>`);

/** What the app's account menu has. */
const accountEntries = [
  ["profile", "joined.account.profile"],
  ["contributions", "joined.account.contributions"],
  ["outbox", "joined.account.outbox"],
  ["settings", "joined.account.own"],
  ["admin_dashboard", "admin.entry"],
] as const;

/** The header of the app's administration screens, repeated on the people pages, which belong to the settings. */
function deskHeader({ t }: Texts, homeUrl: string): Html {
  return html`<a class="skip" href="#main">${t("app.skipToContent")}</a>
<header class="desk-header">
<div class="desk-bar">${brandLink(homeUrl)}<nav aria-label="${t("app.header.main")}"><a href="${homeUrl}">${compassIcon}${t("app.header.quests")}</a>
<details class="desk-menu"><summary>${personIcon}${t("app.account")}${openIcon}</summary><ul>${accountEntries.map(
    ([path, words]) => html`<li><a href="${homeUrl}${path}">${t(words)}</a></li>`,
  )}<li><a href="/logout">${t("app.account.signOut")}</a></li></ul></details></nav></div>
<nav class="desk-areas" aria-label="${t("admin.header")}"><ul>${areas.map(
    ([path, words]) =>
      html`<li><a href="${homeUrl}admin_dashboard${path}"${words === "admin.header.settings" && html` aria-current="true"`}>${t(words)}</a></li>`,
  )}</ul></nav>
</header>`;
}

/** Tabs of the settings: the app's screens and the people pages. */
function settingsTabs({ t }: Texts, homeUrl: string, current?: "people"): Html {
  return html`<nav class="tabs" aria-label="${t("desk.settings")}"><ul>
<li><a href="${homeUrl}admin_dashboard/settings">${t("desk.settings.installation")}</a></li>
<li><a href="/account/people"${current ? html` aria-current="page"` : html` aria-current="true"`}>${t("desk.settings.people")}</a></li>
</ul></nav>`;
}

type CardColumn = {
  label: string;
  /** Link that sorts by this column, or reverses the order. */
  sort?: { url: string; now: "ascending" | "descending" | undefined } | undefined;
};

type Cell = Html | string;

const arrow = {
  ascending: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M8 13V3M4 7l4-4 4 4"/></svg>`,
  descending: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M8 3v10M4 9l4 4 4-4"/></svg>`,
  none: html`<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" opacity=".6"><path d="m5 6 3-3 3 3M5 10l3 3 3-3"/></svg>`,
};

/**
 * A table that becomes cards on phones, with a label beside each cell. ARIA roles are explicit, because elements lose
 * their table roles when CSS changes their display. With `named`, the first cell is the row's heading.
 */
function cardTable(content: {
  label: string;
  columns: readonly CardColumn[];
  rows: readonly (readonly Cell[])[];
  named?: boolean;
}): Html {
  const { label, columns, rows, named = false } = content;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="cards" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${columns.map(columnHeader)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (cells) =>
      html`<tr role="row">${cells.map((cell, index) =>
        named && index === 0
          ? html`<th role="rowheader" scope="row">${cell}</th>`
          : html`<td role="cell" data-label="${columns[index]?.label}"><span>${cell}</span></td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

function columnHeader({ label, sort }: CardColumn): Html {
  if (!sort) return html`<th role="columnheader" scope="col">${label}</th>`;
  return html`<th role="columnheader" scope="col" class="sortable"${sort.now && html` aria-sort="${sort.now}"`}><a href="${sort.url}">${label}${arrow[sort.now ?? "none"]}</a></th>`;
}
