import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "../pages/html.ts";
import { brandLink } from "../pages/layout.ts";

const areas = [
  ["", "quests"],
  ["/applications", "applications"],
  ["/samples", "samples"],
  ["/datasets", "datasets"],
  ["/settings", "settings"],
  ["/feature-testing", "featureTesting"],
] as const;

/** The header of the app's admin screens, as it stands above the pages about people, which belong to the settings. */
export function deskHeader({ t }: Texts, homeUrl: string): Html {
  return html`<a class="skip" href="#main">${t("app.skipToContent")}</a>
<header class="desk-header">
<div class="desk-bar">${brandLink(homeUrl)}<nav aria-label="${t("app.header.main")}"><a href="${homeUrl}">${t("app.header.quests")}</a><a href="/account">${t("app.account")}</a></nav></div>
<nav class="desk-areas" aria-label="${t("admin.header")}"><ul>${areas.map(
    ([path, area]) =>
      html`<li><a href="${homeUrl}admin_dashboard${path}"${area === "settings" && html` aria-current="true"`}>${t(`admin.header.${area}`)}</a></li>`,
  )}</ul></nav>
</header>`;
}

/** The screens of the settings: those of the app, and the people. */
export function settingsTabs({ t }: Texts, homeUrl: string, current?: "people"): Html {
  return html`<nav class="tabs" aria-label="${t("desk.settings")}"><ul>
<li><a href="${homeUrl}admin_dashboard/settings">${t("desk.settings.installation")}</a></li>
<li><a href="/account/people"${current ? html` aria-current="page"` : html` aria-current="true"`}>${t("desk.settings.people")}</a></li>
</ul></nav>`;
}
