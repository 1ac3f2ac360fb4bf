import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { compareVersions, type VersionChange } from "../../../protocol/compare-versions.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { Option, Protocol } from "../../../protocol/field.ts";
import { unitSign } from "../../../protocol/units.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./version-changes.module.css";

const namedOptionsMax = 5;

/** What saving means for existing data points, one sentence per change. */
export function VersionChanges({
  before,
  after,
  questType,
  pointCount,
  nextVersion,
}: {
  /** Null is the specification's form. */
  before: Protocol | null;
  after: Protocol | null;
  questType: QuestType;
  pointCount: number;
  /** Undefined if unknown. */
  nextVersion: number | undefined;
}) {
  const form = specificationForm(questType);
  const changes = compareVersions(before ?? form, after ?? form);
  return (
    <section className={`stack gap-8 pad-16 ${styles.changes}`} aria-labelledby="version-changes">
      <h4 id="version-changes">
        {after === null
          ? t("editor.versions.becomesSpecification")
          : nextVersion === undefined
            ? t("editor.versions.becomesOwn")
            : t("editor.versions.becomes", { version: nextVersion })}
      </h4>
      <p>{t("editor.versions.points", { count: pointCount })}</p>
      {changes.length === 0 ? (
        <p>{t("editor.versions.nothing")}</p>
      ) : (
        <ul aria-label={t("editor.versions.title")}>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may change in several ways.
            <li key={index}>{sentenceOf(change)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sentenceOf(change: VersionChange): ReactNode {
  if (change.change === "photoRequired") return t("editor.change.photoRequired");
  if (change.change === "targetCount") return t("editor.change.targetCount");
  const label = fieldText(change.label) || change.key;
  switch (change.change) {
    case "renamed":
      return withNames((name) => t("editor.change.renamed", { label, key: name(change.key), from: name(change.from) }));
    case "kind":
      return t("editor.change.kind", {
        label,
        from: t(`editor.kind.${change.from}`),
        to: t(`editor.kind.${change.to}`),
      });
    case "unit":
      return t("editor.change.unit", { label, from: unitWords(change.from), to: unitWords(change.to) });
    case "optionsRemoved":
    case "optionsReworded":
      return t(`editor.change.${change.change}`, { label, options: optionWords(change.options) });
    default:
      return t(`editor.change.${change.change}`, { label });
  }
}

const unitWords = (unit: string | undefined) =>
  unit === undefined || unit === "1" ? t("editor.change.unit.none") : unitSign(unit);

function optionWords(options: readonly Option[]): string {
  const named = options.slice(0, namedOptionsMax).map(({ label, value }) => `“${fieldText(label) || value}”`);
  const rest = options.length - named.length;
  return [...named, ...(rest > 0 ? [t("editor.change.optionsMore", { count: rest })] : [])].join(", ");
}
