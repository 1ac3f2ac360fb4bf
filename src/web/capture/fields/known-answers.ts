import { type Field, type FieldText, ownOptions } from "../../../protocol/field.ts";
import { dependsOnMoment, ruleOfValue } from "../../../protocol/field-expressions.ts";
import { holds, resultIn } from "../../../protocol/form-state.ts";
import { pathIn } from "../../../protocol/places.ts";
import { fillOptions, hasReference } from "../../../protocol/references.ts";
import { type Answer, type Answers, answerOfResult } from "../../foundation/answers/answers.ts";
import { clockIso } from "../../foundation/clock/local-clock.ts";
import { withAnswers } from "../../ui/format-measurement.ts";
import type { KnownAnswers, ReadRow } from "./form-reader.ts";
import type { OnAnswer, StepsReading } from "./steps-props.ts";

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
function firstAnswer(field: Field, known: KnownAnswers): Answer | undefined {
  if (!field.default || ruleOfValue(field) !== undefined) return undefined;
  const value = resultIn(field.default, known, clockIso(new Date()));
  return answerOfResult(field, value);
}

/**
 * Fills in the defaults of fields that were never answered, and again when answers they use change, until somebody
 * changes them. A cleared answer stays empty.
 */
export class FirstAnswers {
  readonly #filled = new Map<string, Answer>();
  /** A row is another object once anything that concerns it changes. */
  readonly #done = new WeakSet<ReadRow>();

  fill(read: StepsReading, answers: Answers, onAnswer: OnAnswer): void {
    this.#fillIn("", read.shown, read.known, { read, answers, onAnswer });
  }

  #fillIn(row: string, shown: readonly Field[], known: KnownAnswers, form: Form): void {
    for (const field of shown) {
      const path = pathIn(row, field.key);
      if (field.default && this.#isOpen(field.default.expression, path, form.answers)) {
        this.#answer(path, firstAnswer(field, known), form);
      }
      if (field.kind === "group") this.#fillRows(path, form);
    }
  }

  #fillRows(path: string, form: Form): void {
    for (const row of form.read.rows.get(path) ?? []) {
      if (this.#done.has(row)) continue;
      this.#done.add(row);
      this.#fillIn(row.path, row.shown, row.known, form);
    }
  }

  #isOpen(expression: string, path: string, answers: Answers): boolean {
    if (!Object.hasOwn(answers, path)) return true;
    const isUntouched = this.#filled.has(path) && isSame(answers[path], this.#filled.get(path));
    return isUntouched && !dependsOnMoment(expression);
  }

  #answer(path: string, answer: Answer | undefined, { answers, onAnswer }: Form): void {
    if (answer === undefined || isSame(answer, answers[path])) return;
    this.#filled.set(path, answer);
    onAnswer(path, answer, true);
  }
}

type Form = { read: StepsReading; answers: Answers; onAnswer: OnAnswer };

const isSame = (one: Answer | undefined, other: Answer | undefined) => JSON.stringify(one) === JSON.stringify(other);
