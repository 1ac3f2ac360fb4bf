import type { Expression } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import type { AskedField } from "./read-condition.ts";

type Form = {
  /** An earlier or later field by its name in the form. */
  find: (name: string) => AskedField | undefined;
};

/**
 * Translates XPath to an expression: names become keys, options that mean yes or no become yes or no, and `!=`, which
 * is also true for an unanswered question in XPath, becomes `not(… = …)`. Undefined if it uses anything else.
 */
export function fromXPath(written: string, form: Form): Expression | undefined {
  const parsed = parseExpression(written.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'));
  if ("fault" in parsed) return undefined;
  try {
    return translate(parsed.expression, form);
  } catch (error) {
    if (error instanceof UnknownName) return undefined;
    throw error;
  }
}

class UnknownName extends Error {
  override readonly name = "UnknownName";
}

function translate(expression: Expression, form: Form): Expression {
  switch (expression.is) {
    case "answer": {
      const asked = form.find(expression.key);
      if (!asked) throw new UnknownName(expression.key);
      return { ...expression, key: asked.field.key };
    }
    case "negative":
      return { ...expression, of: translate(expression.of, form) };
    case "binary":
      return translateBinary(expression, form);
    case "call":
      return translateCall(expression, form);
    default:
      return expression;
  }
}

function translateBinary(expression: Expression & { is: "binary" }, form: Form): Expression {
  const { op, left, right, at } = expression;
  if (op !== "=" && op !== "!=" && op !== "<" && op !== "<=" && op !== ">" && op !== ">=") {
    return { ...expression, left: translate(left, form), right: translate(right, form) };
  }
  const compared: Expression = { is: "binary", op, at, ...sidesOf(left, right, form) };
  const isForAnswer = [left, right].some((side) => side.is === "text" && side.value === "");
  if (op !== "!=" || isForAnswer) return compared;
  return { is: "call", name: "not", args: [{ ...compared, op: "=" }], at };
}

/** Literals get the type of the answer that they are compared with. */
function sidesOf(left: Expression, right: Expression, form: Form): { left: Expression; right: Expression } {
  return { left: fitted(left, right, form), right: fitted(right, left, form) };
}

function fitted(side: Expression, other: Expression, form: Form): Expression {
  const asked = other.is === "answer" ? form.find(other.key) : undefined;
  if (!asked || (side.is !== "text" && side.is !== "number")) return translate(side, form);
  const { field, yesNo } = asked;
  const { at, value } = side;
  if (value === "") return side;
  if (field.kind === "yes_no" && yesNo && Object.hasOwn(yesNo, String(value))) {
    return { is: "call", name: String(yesNo[String(value)]), args: [], at };
  }
  const isNumeric = field.kind === "number" || field.kind === "integer";
  if (isNumeric && side.is === "text" && Number.isFinite(Number(value))) {
    return Number(value) < 0
      ? { is: "negative", of: { is: "number", value: -Number(value), at }, at }
      : { is: "number", value: Number(value), at };
  }
  const isText = field.kind === "choice" || field.kind === "text";
  return isText && side.is === "number" ? { is: "text", value: String(value), at } : side;
}

function translateCall(expression: Expression & { is: "call" }, form: Form): Expression {
  const { name, args, at } = expression;
  const [first, second] = args;
  if (name === "selected" && first?.is === "answer" && second && form.find(first.key)?.field.kind === "yes_no") {
    return translateBinary({ is: "binary", op: "=", left: first, right: second, at }, form);
  }
  if (name === "selected" && second?.is === "number") {
    return translateCall(
      { ...expression, args: [...args.slice(0, 1), { ...second, is: "text", value: String(second.value) }] },
      form,
    );
  }
  return { ...expression, args: args.map((arg) => translate(arg, form)) };
}

/** Joins conditions that must all be met. */
export const joined = (expressions: readonly Expression[]): Expression | undefined =>
  expressions.length === 0
    ? undefined
    : expressions.reduce((left, right) => ({ is: "binary", op: "and", left, right, at: 0 }));
