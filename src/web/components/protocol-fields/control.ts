import type { Field } from "../../../protocol/field.ts";
import type { Answer } from "./answers.ts";

/** What a control of a kind is given. */
export type ControlProps<F extends Field = Field> = {
  field: F;
  answer: Answer | undefined;
  onAnswer: (answer: Answer | undefined) => void;
  /** Of the control, where its label is a `label`. */
  id: string;
  /** Of the label, for a group of controls. */
  labelId: string;
  /** Of the hint and of what is wrong. */
  describedBy: string | undefined;
  isWrong: boolean;
  disabled: boolean;
};
