import type { Field } from "../../../protocol/field.ts";
import { dependsOnMoment } from "../../../protocol/field-expressions.ts";
import { pathIn } from "../../../protocol/places.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import type { KnownAnswers, ReadRow } from "./form-reader.ts";
import { firstAnswer } from "./known-answers.ts";
import type { OnAnswer, StepsReading } from "./steps-props.ts";

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
