import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "../pages/html.ts";
import { brandLink } from "../pages/layout.ts";

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

/** The header of the app's administration screens, repeated on the people pages, which belong to the settings. */
export function deskHeader({ t }: Texts, homeUrl: string): Html {
  return html`<a class="skip" href="#main">${t("app.skipToContent")}</a>
<header class="desk-header">
<div class="desk-bar">${brandLink(homeUrl)}<nav aria-label="${t("app.header.main")}"><a href="${homeUrl}">${t("app.header.quests")}</a><a href="/account">${t("app.account")}</a></nav></div>
<nav class="desk-areas" aria-label="${t("admin.header")}"><ul>${areas.map(
    ([path, words]) =>
      html`<li><a href="${homeUrl}admin_dashboard${path}"${words === "admin.header.settings" && html` aria-current="true"`}>${t(words)}</a></li>`,
  )}</ul></nav>
</header>`;
}

/** Tabs of the settings: the app's screens and the people pages. */
export function settingsTabs({ t }: Texts, homeUrl: string, current?: "people"): Html {
  return html`<nav class="tabs" aria-label="${t("desk.settings")}"><ul>
<li><a href="${homeUrl}admin_dashboard/settings">${t("desk.settings.installation")}</a></li>
<li><a href="/account/people"${current ? html` aria-current="page"` : html` aria-current="true"`}>${t("desk.settings.people")}</a></li>
</ul></nav>`;
}
