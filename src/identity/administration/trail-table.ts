import type { Texts } from "../../texts/texts-of.ts";
import { type AuditEntry, actors } from "../accounts/audit-trail.ts";
import { formatList } from "../pages/formats.ts";
import { type Html, html } from "../pages/html.ts";
import { momentElement } from "../pages/local-times.ts";

/** Who changed what about an account. */
export function trailTable(texts: Texts, trail: readonly AuditEntry[]): Html {
  const { t, language } = texts;
  return html`<div class="scroll" role="region" aria-label="${t("identity.trail")}" tabindex="0"><table>
<thead><tr><th scope="col">${t("identity.trail.when")}</th><th scope="col">${t("identity.trail.who")}</th><th scope="col">${t("identity.trail.what")}</th></tr></thead>
<tbody>${trail.map(
    (entry) =>
      html`<tr><td>${momentElement(entry.at, language)}</td><td>${actorOf(entry, texts)}</td><td>${changeOf(entry, texts)}</td></tr>`,
  )}</tbody></table></div>`;
}

function actorOf({ actor }: AuditEntry, { t }: Texts): string {
  if (actor === actors.system) return t("identity.trail.nobody.system");
  return actor === actors.firstAdministratorLink ? t("identity.trail.nobody.firstAdministratorLink") : actor;
}

function changeOf({ action, detail }: AuditEntry, { t, language }: Texts): string {
  if (action !== "set-groups") return t(`identity.trail.${action}`);
  const list = (groups: unknown) =>
    Array.isArray(groups) && groups.length > 0
      ? formatList(groups.map(String), language)
      : t("identity.trail.set-groups.none");
  return t("identity.trail.set-groups", { before: list(detail.before), after: list(detail.after) });
}
