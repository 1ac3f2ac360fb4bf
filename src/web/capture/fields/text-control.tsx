import type { TextField } from "../../../protocol/field.ts";
import { textValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { classNames } from "../../ui/class-names.ts";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

/** One line for texts with a pattern, otherwise several. */
export function TextControl({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<TextField>) {
  const common = {
    id,
    value: textOf(answer),
    maxLength: textValueLengthMax,
    readOnly: disabled,
    "aria-describedby": describedBy,
    "aria-invalid": isWrong || undefined,
    "aria-required": field.required || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onAnswer(event.currentTarget.value || undefined),
  };
  return (
    <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
      {field.pattern === undefined ? (
        <textarea {...common} className={`figures shrinks wide ${styles.bare} ${styles.lines}`} rows={2} />
      ) : (
        <input {...common} className={`figures shrinks wide ${styles.bare}`} type="text" {...asTyped} />
      )}
    </div>
  );
}
