import type { AreaField, LineField, PointField } from "../../../protocol/field.ts";
import { isGeometry } from "../../../protocol/geometry.ts";
import "../../foundation/texts/validation-geometry.ts";
import { readAnswer } from "../../foundation/answers/answers.ts";
import { DrawingInput } from "../drawing/drawing-input.tsx";
import { PointInput } from "../drawing/point-input.tsx";
import type { ControlProps } from "./control.ts";
import { faultWords } from "./fault-words.ts";

export function DrawnGeometry({
  field,
  answer,
  onAnswer,
  ...control
}: ControlProps<PointField | LineField | AreaField>) {
  const { offer: _, result: __, ...box } = control;
  const reading = readAnswer(field, answer);
  const props = {
    ...box,
    drawing: isGeometry(answer) ? answer : undefined,
    onDraw: onAnswer,
    fault: reading.kind === "fault" ? faultWords(reading.fault) : undefined,
  };
  return field.kind === "point" ? (
    <PointInput {...props} kind={field.kind} />
  ) : (
    <DrawingInput {...props} kind={field.kind} />
  );
}
