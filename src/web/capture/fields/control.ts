import type { Field } from "../../../protocol/field.ts";
import type { Answer } from "../../foundation/answers/answers.ts";
import type { Offer } from "../../foundation/lists/ask-list.ts";

/** Props of a control. */
export type ControlProps<F extends Field = Field> = {
  field: F;
  answer: Answer | undefined;
  onAnswer: (answer: Answer | undefined) => void;
  /** Id of the input. */
  id: string;
  /** Id of the label, which names a group of controls. */
  labelId: string;
  /** Ids of the hint and the message. */
  describedBy: string | undefined;
  isWrong: boolean;
  disabled: boolean;
  /** What the filter of its list offers. */
  offer?: Offer | undefined;
  /** Result of a calculated field. */
  result?: unknown;
};
