import type { Account } from "../accounts/account-queries.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { AuditEntry } from "../accounts/audit-trail.ts";
import { field, hiddenXsrf } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { minuteOf } from "../pages/minute-of.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";

const groupNames: Record<string, string> = { admins: "Admin", feature_testers: "Feature tester" };

export function peoplePage(content: {
  homeUrl: string;
  people: Account[];
  search: string;
  next: string | undefined;
}): string {
  const { homeUrl, people, search, next } = content;
  return page({
    title: "Accounts",
    homeUrl,
    wide: true,
    body: html`<h1>Accounts</h1>
<form method="get" action="/account/people" role="search">
${field({ name: "q", label: "Username or e-mail", value: search, autocomplete: "off", maxLength: 100 })}
<div class="row"><button class="quiet">Search</button><a class="button" href="/account/people/new">New account</a></div>
</form>
<div class="scroll" role="region" aria-label="Accounts" tabindex="0"><table>
<thead><tr><th scope="col">Username</th><th scope="col">E-mail</th><th scope="col">Roles</th><th scope="col">State</th></tr></thead>
<tbody>${people.map(
      (person) => html`<tr>
<th scope="row"><a href="/account/people/${person.username}">${person.username}</a></th><td>${person.email}</td>
<td>${person.groups.map((group) => groupNames[group] ?? group).join(", ")}</td>
<td>${person.enabled ? (person.mustChangePassword ? "New password due" : "Active") : "Disabled"}</td></tr>`,
    )}</tbody></table></div>
${people.length === 0 && html`<p>Nobody of that name.</p>`}
${next && html`<p><a href="/account/people?${new URLSearchParams({ q: search, after: next }).toString()}">More accounts</a></p>`}
<div class="below"><p><a href="${homeUrl}admin_dashboard/settings">Back to the settings</a></p></div>`,
  });
}

export function personPage(content: {
  xsrf: string;
  person: Account;
  groups: readonly string[];
  kinds: FactorKind[];
  trail: AuditEntry[];
  notice: Notice;
}): string {
  const { xsrf, person, groups, kinds, trail, notice } = content;
  const url = `/account/people/${person.username}`;
  const action = (path: string, label: string, tone: "quiet" | "danger" = "quiet") =>
    html`<form method="post" action="${url}/${path}">${hiddenXsrf(xsrf)}<p><button class="${tone}">${label}</button></p></form>`;
  return page({
    title: person.username,
    homeUrl: "/account/people",
    wide: true,
    body: html`<h1>${person.username}</h1>
${banner(notice)}
<dl><dt>E-mail</dt><dd>${person.email}</dd><dt>State</dt><dd>${person.enabled ? "Active" : "Disabled"}</dd></dl>
<h2>Roles</h2>
<form method="post" action="${url}/groups">${hiddenXsrf(xsrf)}${groupChecks(groups, person.groups)}
<p><button class="quiet">Save the roles</button></p></form>
<h2>Access</h2>
${action("sign-out", "Sign out everywhere")}
${action("password", "Reset the password")}
${kinds.length > 0 && action("factors", "Take the second step away")}
${person.enabled ? action("access", "Disable the account", "danger") : action("access", "Enable the account")}
<h2>Trail</h2>
<div class="scroll" role="region" aria-label="Trail" tabindex="0"><table>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th></tr></thead>
<tbody>${trail.map(
      (entry) =>
        html`<tr><td>${minuteOf(entry.at)}</td><td>${entry.actor}</td><td>${entry.action}${changeOf(entry)}</td></tr>`,
    )}</tbody></table></div>
<div class="below"><p><a href="/account/people">All accounts</a></p></div>`,
  });
}

export function newPersonPage(content: {
  xsrf: string;
  groups: readonly string[];
  values?: { username: string; email: string };
  errors?: FieldErrors;
}): string {
  const { xsrf, groups, values, errors = {} } = content;
  return page({
    title: "New account",
    homeUrl: "/account/people",
    body: html`<h1>New account</h1>
<p class="lead">You get a password to pass on; it is replaced at the first sign-in.</p>
<form method="post" action="/account/people/new" novalidate>${hiddenXsrf(xsrf)}
${field({ name: "username", label: "Username", value: values?.username, autocomplete: "off", error: errors.username, maxLength: 40, focus: true })}
${field({ name: "email", label: "E-mail", type: "email", value: values?.email, autocomplete: "off", error: errors.email, maxLength: 254 })}
${groupChecks(groups, [])}
<div class="actions"><button>Create the account</button></div>
</form>
<div class="below"><p><a href="/account/people">All accounts</a></p></div>`,
  });
}

function groupChecks(groups: readonly string[], chosen: string[]): Html {
  return html`${groups.map(
    (group) =>
      html`<div class="check"><input type="checkbox" id="group-${group}" name="group-${group}" value="yes"${
        chosen.includes(group) && html` checked`
      }><label for="group-${group}">${groupNames[group] ?? group}</label></div>`,
  )}`;
}

function changeOf({ action, detail }: AuditEntry): string {
  const list = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value.join(", ") : "none");
  return action === "set-groups" ? `: ${list(detail.before)} → ${list(detail.after)}` : "";
}
