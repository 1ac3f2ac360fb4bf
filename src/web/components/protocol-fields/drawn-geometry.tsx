import type { AreaField, LineField } from "../../../protocol/field.ts";
import { isGeometry } from "../../../protocol/geometry.ts";
import { DrawingInput } from "../drawing/drawing-input.tsx";
import { readAnswer } from "./answers.ts";
import type { ControlProps } from "./control.ts";
import { faultWords } from "./fault-words.ts";

export function DrawnGeometry({ field, answer, onAnswer, ...control }: ControlProps<LineField | AreaField>) {
  const { offer: _, result: __, ...box } = control;
  const reading = readAnswer(field, answer);
  return (
    <DrawingInput
      {...box}
      kind={field.kind}
      drawing={isGeometry(answer) ? answer : undefined}
      onDraw={onAnswer}
      fault={reading.kind === "fault" ? faultWords(reading.fault) : undefined}
    />
  );
}
