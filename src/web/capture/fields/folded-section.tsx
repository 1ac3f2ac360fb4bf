import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { isRequired } from "../../../protocol/check-values.ts";
import type { Field } from "../../../protocol/field.ts";
import styles from "./folded-section.module.css";
import type { StepsReading } from "./steps-props.ts";

/** A section that is closed at first. It opens when something in it is required or wrong, and then stays open. */
export function FoldedSection({
  title,
  fields,
  read,
  errors,
  children,
}: {
  title: ReactNode;
  fields: readonly Field[];
  read: StepsReading;
  errors: ReadonlyMap<string, string> | undefined;
  children: ReactNode;
}) {
  const keys = new Set(fields.map(({ key }) => key));
  const isNeeded =
    fields.some((field) => isRequired(field, read.state)) ||
    [...(errors?.keys() ?? [])].some((path) => keys.has(path.split(".", 1)[0] ?? ""));
  const [isOpen, setIsOpen] = useState(isNeeded);
  useEffect(() => {
    if (isNeeded) setIsOpen(true);
  }, [isNeeded]);
  return (
    <details className={styles.section} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.count}>
          {t("kinds.folded", { count: fields.filter(({ key }) => read.answered.has(key)).length })}
        </span>
      </summary>
      <div className={`stack gap-24 ${styles.body}`}>{children}</div>
    </details>
  );
}
