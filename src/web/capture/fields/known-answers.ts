import { type Field, type FieldText, ownOptions } from "../../../protocol/field.ts";
import { ruleOfValue } from "../../../protocol/field-expressions.ts";
import { holds, resultIn } from "../../../protocol/form-state.ts";
import { fillOptions, hasReference } from "../../../protocol/references.ts";
import { type Answer, type Answers, answerOfResult } from "../../foundation/answers/answers.ts";
import { clockIso } from "../../foundation/clock/local-clock.ts";
import { withAnswers } from "../../ui/format-measurement.ts";
import type { KnownAnswers } from "./form-reader.ts";

/** A text with the answers it refers to. */
export const filledText = (text: FieldText, fields: readonly Field[], known: KnownAnswers): FieldText =>
  withAnswers(text, fields, known.answerOf);

/** A field whose texts show the answers they refer to, and that is required if they say so. */
export function filledField(field: Field, fields: readonly Field[], known: KnownAnswers): Field {
  const { label, hint, required_when: requiredWhen } = field;
  const isRequired = requiredWhen !== undefined && holds(requiredWhen, known, clockIso(new Date())) === true;
  const hasReferences = [label, hint, ...ownOptions(field).map((option) => option.label)].some(hasReference);
  if (!isRequired && !hasReferences) return field;
  const fill = (text: FieldText) => filledText(text, fields, known);
  return {
    ...fillOptions(field, fill),
    label: fill(label),
    ...(hint !== undefined && { hint: fill(hint) }),
    ...(isRequired && { required: true }),
  } as Field;
}

/** The answer that a field shows; one that volunteers can't change is what its default is now. */
export function shownAnswer(field: Field, path: string, answers: Answers, known: KnownAnswers): Answer | undefined {
  return ruleOfValue(field) === undefined ? answers[path] : answerOfResult(field, known.answerOf(field.key));
}

/** The answer that a field starts with; undefined if it has no default, or always is what its default is. */
export function firstAnswer(field: Field, known: KnownAnswers): Answer | undefined {
  if (!field.default || ruleOfValue(field) !== undefined) return undefined;
  const value = resultIn(field.default, known, clockIso(new Date()));
  return answerOfResult(field, value);
}
