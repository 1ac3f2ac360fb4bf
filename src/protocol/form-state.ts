import { evaluate, isTrue } from "./expressions/evaluate.ts";
import type { Result } from "./expressions/values.ts";
import { type Condition, comparisons, type Field, type Formula, type Protocol, type Values } from "./field.ts";
import { dependsOnMoment, inDependencyOrder, readExpression } from "./field-expressions.ts";
import { isGiven, ownValue } from "./given.ts";

/** What a form shows and calculates for its answers. */
export type FormState = {
  /** Whether a field is shown; undefined if that depends on when it is asked, which only the phone knows. */
  shown: ReadonlyMap<string, boolean | undefined>;
  /** Answers of shown fields, and calculated results. */
  values: ReadonlyMap<string, unknown>;
};

/**
 * Evaluates conditions and calculations, each after those it depends on.
 * @param now `YYYY-MM-DDTHH:MM` in the volunteer's time zone. Without it, results that depend on it are taken from the
 *   answers
 */
export function settleForm(protocol: Protocol, answers: Values, now?: string): FormState {
  const shown = new Map<string, boolean | undefined>();
  const values = new Map<string, unknown>();
  for (const field of fieldsInOrder(protocol)) {
    const isShown = isShownIn(field, { shown, values }, now);
    shown.set(field.key, isShown);
    if (isShown === false) continue;
    const answer = ownValue(answers, field.key);
    const value = field.kind === "calculated" ? calculatedValue(field, values, answer, now) : answer;
    if (isGiven(value)) values.set(field.key, value);
  }
  return { shown, values };
}

const knownOrders = new WeakMap<Protocol, readonly Field[]>();

function fieldsInOrder(protocol: Protocol): readonly Field[] {
  const fields = knownOrders.get(protocol) ?? inDependencyOrder(protocol.fields);
  knownOrders.set(protocol, fields);
  return fields;
}

function isShownIn({ shown_when: condition }: Field, state: FormState, now: string | undefined): boolean | undefined {
  if (!condition) return true;
  if ("field" in condition) return isMet(condition, state.values.get(condition.field));
  return holds(condition, state.values, now);
}

/**
 * Whether a condition is met; undefined if it depends on when it is evaluated and `now` is unknown. Invalid conditions
 * count as met, because volunteers couldn't fix them.
 */
export function holds(
  { expression: text }: Formula,
  values: ReadonlyMap<string, unknown>,
  now: string | undefined,
  own?: unknown,
): boolean | undefined {
  if (now === undefined && dependsOnMoment(text)) return undefined;
  const expression = readExpression(text);
  if (!expression) return true;
  return isTrue(expression, { answerOf: (key) => values.get(key), now: now ?? "", own });
}

/** The result of an expression, such as a default. */
export function resultIn({ expression: text }: Formula, values: ReadonlyMap<string, unknown>, now: string): Result {
  const expression = readExpression(text);
  return expression ? evaluate(expression, { answerOf: (key) => values.get(key), now }) : null;
}

function calculatedValue(
  { expression: text }: Formula,
  values: ReadonlyMap<string, unknown>,
  kept: unknown,
  now: string | undefined,
): unknown {
  if (now === undefined && dependsOnMoment(text)) return kept;
  const expression = readExpression(text);
  return expression && evaluate(expression, { answerOf: (key) => values.get(key), now: now ?? "", kept });
}

/** A missing answer never matches. */
function isMet({ op, value: wanted }: Condition, value: unknown): boolean {
  if (!isGiven(value)) return false;
  // An operator newer than this app: show the field, because nobody can go back to answer it later.
  if (!comparisons.includes(op)) return true;
  if (op === "includes") return Array.isArray(value) && value.includes(wanted);
  if (op === "=") return value === wanted;
  if (op === "!=") return value !== wanted;
  const isComparable =
    (typeof value === "number" && typeof wanted === "number") ||
    (typeof value === "string" && typeof wanted === "string");
  if (!isComparable) return false;
  if (op === "<") return value < wanted;
  if (op === "<=") return value <= wanted;
  return op === ">" ? value > wanted : value >= wanted;
}
