import type { KeyOf } from "../../texts/keys.ts";
import { onceFor } from "../once-for.ts";

/**
 * Expressions of conditions, constraints and calculations: a typed subset of ODK's XPath, without paths and loops. Both
 * ends parse, check and evaluate them with this folder.
 */
export type Expression = { /** Index of its first character, for messages. */ at: number } & (
  | { is: "number"; value: number }
  | { is: "text"; value: string }
  /** `${depth}` */
  | { is: "answer"; key: string }
  /** `region`, a column of the choice that a filter looks at */
  | { is: "column"; name: string }
  /** `.`, the field's own answer */
  | { is: "own" }
  | { is: "negative"; of: Expression }
  | { is: "binary"; op: Operator; left: Expression; right: Expression }
  | { is: "call"; name: string; args: readonly Expression[] }
);

/** From lowest to highest precedence; all are left-associative. */
export const operatorLevels = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "div", "mod"],
] as const;
export type Operator = (typeof operatorLevels)[number][number];

export const precedenceOf: ReadonlyMap<string, number> = new Map(
  operatorLevels.flatMap((operators, level) => operators.map((operator) => [operator, level])),
);

/** Characters. */
export const expressionLengthMax = 2_000;
/** How deep parentheses, calls and minus signs may nest. */
export const expressionDepthMax = 32;
export const expressionNodesMax = 500;

/** What is wrong with an expression, and where. `values` has the position for people, from 1. */
export type ExpressionFault = {
  at: number;
  text: KeyOf<"validation"> & `validation.expression.${string}`;
  values: Readonly<Record<string, string>>;
};

export const makeFault = (
  at: number,
  text: ExpressionFault["text"],
  values: Readonly<Record<string, string>> = {},
): ExpressionFault => ({ at, text, values: { ...values, position: String(at + 1) } });

export function childrenOf(part: Expression): readonly Expression[] {
  if (part.is === "negative") return [part.of];
  if (part.is === "binary") return [part.left, part.right];
  return part.is === "call" ? part.args : [];
}

/** Visits each part, outermost first. */
export function* partsOf(expression: Expression): Generator<Expression> {
  const waiting = [expression];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    yield part;
    waiting.push(...childrenOf(part).toReversed());
  }
}

/** Splits an expression at its top-level `and`s. */
export function conjunctsOf(expression: Expression): Expression[] {
  const isJoined = expression.is === "binary" && expression.op === "and";
  return isJoined ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)] : [expression];
}

/** Keys of the answers that an expression uses. */
export const keysIn: (expression: Expression) => ReadonlySet<string> = onceFor(
  (expression) => new Set([...partsOf(expression)].flatMap((part) => (part.is === "answer" ? [part.key] : []))),
);

/** Names of the columns that a filter uses. */
export const columnsIn = (expression: Expression): ReadonlySet<string> =>
  new Set([...partsOf(expression)].flatMap((part) => (part.is === "column" ? [part.name] : [])));

const volatile: ReadonlySet<string> = new Set(["today", "now", "once"]);

/** Whether the result depends on when it is evaluated. */
export const isVolatile: (expression: Expression) => boolean = onceFor((expression) =>
  [...partsOf(expression)].some((part) => part.is === "call" && volatile.has(part.name)),
);
