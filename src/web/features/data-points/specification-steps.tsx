import type { ComponentProps } from "react";
import { ProtocolField } from "../../capture/fields/protocol-field.tsx";
import type { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { FormStep } from "./form-step.tsx";

/** The specification's form: each field is a numbered step with its own heading. */
export function SpecificationSteps({
  read: { shown },
  answers,
  onAnswer,
  errors,
  isAsked,
  disabled,
  firstNumber = 1,
}: ComponentProps<typeof ProtocolSteps>) {
  return shown.map((field, index) => (
    <FormStep key={field.key} number={firstNumber + index} title={fieldText(field.title ?? field.label)}>
      <ProtocolField
        field={field}
        answer={answers[field.key]}
        onAnswer={onAnswer}
        error={errors?.get(field.key)}
        isAsked={isAsked}
        disabled={disabled}
      />
    </FormStep>
  ));
}
