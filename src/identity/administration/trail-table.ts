import type { Texts } from "../../texts/texts-of.ts";
import { type AuditEntry, actors } from "../accounts/audit-trail.ts";
import { formatList } from "../pages/formats.ts";
import type { Html } from "../pages/html.ts";
import { momentElement } from "../pages/local-times.ts";
import { cardTable } from "./card-table.ts";

export function trailTable(texts: Texts, trail: readonly AuditEntry[]): Html {
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
