/**
 * The most steps of evaluating one data point: settling the form and checking every answer. A step takes about 0.1 µs of
 * an ordinary core; `npm run bench:hostile` shows what the most costly forms take.
 */
export const stepsMax = 300_000;

/** A field in the form or in a row costs at least this much, with its condition, and without its other expressions. */
export const fieldSteps = 16;
/** Each part of an expression costs one step; a part that reads an answer costs more. */
export const partSteps = 1;
export const answerSteps = 4;
/** Collecting the answers of rows in a list costs this much for each. */
export const collectedSteps = 3;
export const callSteps = 3;
/** Adding, multiplying and dividing are done in decimals, which takes longer. */
export const decimalSteps = 3;
/** Each position adds its distance or its share of an area. */
export const positionSteps = 3;
/** Writing a position as text takes longer. */
export const writtenPositionSteps = 8;

/** Characters of an answer that a step reads. */
const readPerStep = 200;
export const stepsOfRead = (characters: number): number => characters / readPerStep;

/** Characters that a step copies or compares, and what it does of functions that take longer. */
const copiedPerStep = 50;
const charactersPerStep: Readonly<Record<string, number>> = {
  "string-length": 10,
  substring: 10,
  "selected-at": 8,
  "normalize-space": 6,
  selected: 5,
  "count-selected": 5,
  substr: 5,
  translate: 3,
  date: 2,
  "date-time": 2,
  "add-months": 2,
  "difference-in-months": 2,
  "format-date": 1,
  "format-date-time": 1,
};

export const stepsOfCopy = (characters: number): number => characters / copiedPerStep;

/** Compare each place of one text with all of another. */
const comparing: ReadonlySet<string> = new Set(["contains", "substring-before", "substring-after"]);
const comparedPerStep = 100;

/**
 * What a function does with its arguments, beyond `callSteps`.
 * @param size of all together: characters, items of lists, otherwise 1
 * @param pairs the size of the first one times that of the second
 * @param isListed whether the first one is a list, and no text
 */
export function stepsOfCall(name: string, size: number, pairs: number, isListed: boolean): number {
  if (comparing.has(name)) return size / copiedPerStep + pairs / comparedPerStep;
  // The options of a text are split, those of a list are there.
  if (name === "selected" && isListed) return size / copiedPerStep;
  return size / (charactersPerStep[name] ?? copiedPerStep);
}

/**
 * An item of a list costs a step when it is read for the first time, and more in each function that goes through it.
 */
export const itemSteps = 1;
const itemStepsBy: Readonly<Record<string, number>> = {
  selected: 0.1,
  sum: 0.2,
  min: 0.2,
  max: 0.2,
  count: 0.2,
  join: 3,
  label: 3,
};
export const itemStepsOf = (name: string): number => itemStepsBy[name] ?? 2;

/** A form that could not be evaluated within its steps. */
export class EvaluationStopped extends Error {
  override readonly name = "EvaluationStopped";
  /** @param path of the answer at which it stopped */
  constructor(readonly path: string) {
    super(`the evaluation took too many steps at ${path}`);
  }
}

/** Counts the steps of an evaluation, which stops when there are too many. */
export class Meter {
  /** Path of the answer that is evaluated or checked now. */
  at = "";
  #stoppedAt: string | undefined;
  #spent = 0;
  #isRunning = false;
  #known = new WeakMap<object, Set<string>>();

  /** Path of the answer at which the evaluation stopped. */
  get stoppedAt(): string | undefined {
    return this.#stoppedAt;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Begins another evaluation. */
  restart(): void {
    this.#spent = 0;
    this.#stoppedAt = undefined;
    this.#known = new WeakMap();
  }

  /** A part of the evaluation; nothing happens if it has stopped before. Steps outside are not counted. */
  run(work: () => void): void {
    if (this.#stoppedAt !== undefined) return;
    this.#isRunning = true;
    try {
      work();
    } catch (error) {
      if (!(error instanceof EvaluationStopped)) throw error;
      this.#stoppedAt = error.path;
    } finally {
      this.#isRunning = false;
    }
  }

  spend(steps: number): void {
    if (!this.#isRunning) return;
    this.#spent += steps;
    if (this.#spent > stepsMax) throw new EvaluationStopped(this.at);
  }

  /** Work that costs at least so many steps, in which those of its parts are. */
  spendAtLeast<Result>(steps: number, work: () => Result): Result {
    const before = this.#spent;
    const result = work();
    this.spend(Math.max(0, before + steps - this.#spent));
    return result;
  }

  /** Counts what is computed once for each object. */
  spendOnce(on: object, what: string, steps: number): void {
    const known = this.#known.get(on) ?? new Set();
    if (known.has(what)) return;
    this.#known.set(on, known.add(what));
    this.spend(steps);
  }
}
