import { t } from "../../../../generated/web-texts/kinds.ts";
import type { IntegerField, NumberField } from "../../../protocol/field.ts";
import type { Reading, SettledNumber } from "../../foundation/answers/answers.ts";
import { Button } from "../../ui/button.tsx";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { formatNumber } from "../../ui/numbers.ts";
import styles from "./protocol-field.module.css";

/** Asks which number was meant, or to confirm an unexpected one. */
export function NumberQuestion({
  id,
  field,
  reading,
  text,
  disabled,
  onSettled,
  onChange,
}: {
  id: string;
  field: NumberField | IntegerField;
  reading: Extract<Reading, { kind: "unexpected" | "ambiguous" }>;
  /** What was typed. */
  text: string;
  disabled: boolean;
  onSettled: (settled: string | SettledNumber) => void;
  onChange: () => void;
}) {
  const write = (value: number) => figuresWithUnit(formatNumber(value, 10, { atMost: true }), field.unit);
  if (reading.kind === "ambiguous") {
    const [grouped, decimal] = reading.values;
    return (
      <div className={`stack gap-12 ${styles.question}`} role="status">
        <p id={id}>{t("kinds.ambiguous")}</p>
        <div className={`cluster gap-8 ${styles.replies}`}>
          <Button disabled={disabled} onClick={() => onSettled(String(grouped))}>
            {write(grouped)}
          </Button>
          <Button disabled={disabled} onClick={() => onSettled({ text, meant: decimal })}>
            {write(decimal)}
          </Button>
        </div>
      </div>
    );
  }
  const value = write(reading.value);
  return (
    <div className={`stack gap-12 ${styles.question}`} role="status">
      <p id={id}>
        <strong>{t("kinds.unexpected", { value })}</strong> {expectedWords(field, write)}
      </p>
      <div className={`cluster gap-8 ${styles.replies}`}>
        <Button disabled={disabled} onClick={() => onSettled({ text, meant: reading.value, isSure: true })}>
          {t("kinds.unexpected.yes", { value })}
        </Button>
        <Button disabled={disabled} onClick={onChange}>
          {t("kinds.unexpected.change")}
        </Button>
      </div>
    </div>
  );
}

function expectedWords(
  { expected_min: min, expected_max: max }: NumberField | IntegerField,
  write: (value: number) => string,
): string {
  if (min !== undefined && max !== undefined) {
    return t("kinds.expected.between", { min: formatNumber(min, 10, { atMost: true }), max: write(max) });
  }
  return min !== undefined
    ? t("kinds.expected.atLeast", { min: write(min) })
    : t("kinds.expected.atMost", { max: max === undefined ? "" : write(max) });
}
