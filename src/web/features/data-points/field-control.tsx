import type { ComponentType } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Field } from "../../../protocol/field.ts";
import { NumberControl } from "./number-control.tsx";
import { PositionControl } from "./position-control.tsx";
import type { UploadFormOutput, UploadFormValues } from "./upload-form-schema.ts";

export type FieldControlProps<F extends Field> = {
  field: F;
  form: UseFormReturn<UploadFormValues, unknown, UploadFormOutput>;
  isBusy: boolean;
};

const controls: { [Kind in Field["kind"]]: ComponentType<FieldControlProps<Extract<Field, { kind: Kind }>>> } = {
  number: NumberControl,
  position: PositionControl,
};

/** What a field of the protocol is answered with: one control for each kind. */
export function FieldControl(props: FieldControlProps<Field>) {
  const Control = controls[props.field.kind] as ComponentType<FieldControlProps<Field>>;
  return <Control {...props} />;
}
