import { t } from "../../../../generated/web-texts/answers.ts";
import type { CalculatedField } from "../../../protocol/field.ts";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

/** A result, which changes with the answers it depends on. */
export function CalculatedControl({ field, result, id, labelId }: ControlProps<CalculatedField>) {
  return (
    <output
      id={id}
      className={`strong ${styles.result}`}
      aria-labelledby={labelId}
      translate={typeof result === "number" ? "no" : undefined}
    >
      {result === undefined ? t("answers.noResult") : formatMeasurement({ value: result, unit: field.unit, field })}
    </output>
  );
}
