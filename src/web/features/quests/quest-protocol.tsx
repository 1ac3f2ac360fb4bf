import { useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { unitSign } from "../../../protocol/units.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { formatList } from "../../ui/numbers.ts";
import styles from "./quest-sections.module.css";

const shownAtOnce = 6;

/** What a data point of the quest consists of. */
export function QuestProtocol({ protocol }: { protocol: Protocol }) {
  const [isOpen, setIsOpen] = useState(false);
  const { fields } = protocol;
  const labels = fields.flatMap((field) => {
    if (field.kind === "note") return [];
    const label = plainText(field.label, fields);
    if (field.kind === "group") {
      const asked = allFields(field.fields).filter(({ kind }) => kind !== "note" && kind !== "group");
      const labels = formatList(asked.map((each) => plainText(each.label, allFields(fields))));
      return t("quest.protocol.rows", { label, labels });
    }
    if (field.kind === "photo") return t("quest.protocol.photo", { label });
    const unit = "unit" in field ? field.unit : undefined;
    return unit === undefined || unit === "1" ? label : t("quest.protocol.unit", { label, unit: unitSign(unit) });
  });
  const rest = labels.slice(shownAtOnce);
  return (
    <section className="stack gap-12" aria-labelledby="protocol">
      <h2 id="protocol">{t("quest.protocol")}</h2>
      <Labels of={labels.slice(0, shownAtOnce)} />
      {rest.length > 0 ? (
        <details className={styles.more} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="strong">
            {isOpen ? t("quest.description.less") : t("quest.protocol.more", { count: rest.length })}
          </summary>
          <Labels of={rest} />
        </details>
      ) : null}
      <dl className="terms">
        <dt>{t("quest.protocol.ownPhoto")}</dt>
        <dd className="strong">{t(`quest.protocol.ownPhoto.${photoWish(protocol)}`)}</dd>
      </dl>
    </section>
  );
}

function Labels({ of: labels }: { of: readonly string[] }) {
  return (
    <ul className={styles.asked}>
      {labels.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the list never changes.
        <li key={index}>
          <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
}
