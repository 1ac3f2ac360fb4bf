import type { PhotoField } from "../../../protocol/field.ts";
import type { ControlProps } from "./control.ts";
import { PhotoTarget } from "./photo-target.tsx";

export function PhotoControl({ field, answer, ...rest }: ControlProps<PhotoField>) {
  const { onAnswer, labelId: _, ...target } = rest;
  return (
    <PhotoTarget
      {...target}
      name={`photo:${field.key}`}
      photo={answer instanceof File ? answer : null}
      onPhoto={onAnswer}
    />
  );
}
