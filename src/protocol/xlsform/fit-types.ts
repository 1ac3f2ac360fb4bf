import { isWritten, typeGivenBy } from "../expressions/check-expression.ts";
import type { Expression, Operator } from "../expressions/expression.ts";
import type { Scope } from "../expressions/scope.ts";
import { acceptedTypes, signatures, type Wanted } from "../expressions/signatures.ts";
import type { ValueType } from "../expressions/values.ts";

type OnNoOption = (question: string, option: string) => void;

type Typed = { expression: Expression; type: ValueType | undefined };

/**
 * XPath converts values wherever another type is needed; our expressions don't. This adds the functions that convert them,
 * such as `number(${choice}) > 3`, and decides comparisons with options that don't exist.
 * @param wanted the type of the whole expression; any by default
 * @param onNoOption told of each comparison with an option that the question doesn't have
 */
export function fitTypes(
  expression: Expression,
  scope: Scope,
  wanted?: ValueType,
  onNoOption: OnNoOption = () => {},
): Expression {
  const typed = new Fitter(scope, onNoOption).fit(expression);
  return wanted ? convert(typed, wanted).expression : typed.expression;
}

const call = (name: string, args: readonly Expression[], at: number): Expression => ({ is: "call", name, args, at });
const isEmptyText = ({ is, ...rest }: Expression) => is === "text" && "value" in rest && rest.value === "";

class Fitter {
  readonly #scope: Scope;
  readonly #onNoOption: OnNoOption;

  constructor(scope: Scope, onNoOption: OnNoOption) {
    this.#scope = scope;
    this.#onNoOption = onNoOption;
  }

  fit(expression: Expression): Typed {
    switch (expression.is) {
      case "number":
        return { expression, type: "number" };
      case "text":
        return { expression, type: "text" };
      case "answer":
        return { expression, type: this.#scope.typeOf(expression.key) };
      case "column":
        // is compared as what it is compared with
        return { expression, type: undefined };
      case "own":
        return { expression, type: this.#scope.own };
      case "negative":
        return { expression: { ...expression, of: this.#as(expression.of, "number") }, type: "number" };
      case "binary":
        return this.#binary(expression);
      case "call":
        return this.#call(expression);
    }
  }

  #as(expression: Expression, wanted: Wanted): Expression {
    return this.#converted(expression, wanted).expression;
  }

  /** An empty text, such as a question that is never asked, is an empty number or date. */
  #converted(expression: Expression, wanted: Wanted): Typed {
    const typed = this.fit(expression);
    const accepted = acceptedTypes[wanted] ?? [wanted as ValueType];
    if (!isEmptyText(typed.expression) || wanted === "any" || wanted === "same" || accepted.includes("text"))
      return convert(typed, wanted);
    const [type = "text"] = accepted;
    const name = { yes_no: "false", number: "number", date: "date", time: "date-time", datetime: "date-time" }[
      String(type)
    ];
    if (name === undefined) return typed;
    const { at } = expression;
    return name === "false"
      ? { expression: call(name, [], at), type: "yes_no" }
      : { expression: call(name, [typed.expression], at), type: type === "time" ? "datetime" : type };
  }

  #binary(expression: Expression & { is: "binary" }): Typed {
    const { op, at } = expression;
    if (op === "and" || op === "or") {
      const [left, right] = [this.#as(expression.left, "yes_no"), this.#as(expression.right, "yes_no")];
      return { expression: { ...expression, left, right }, type: "yes_no" };
    }
    const [one, other] = [this.fit(expression.left), this.fit(expression.right)];
    if (isComparison(op)) {
      const known = op === "=" && this.#isNoOption(one.expression, other.expression);
      if (known) return { expression: call("false", [], at), type: "yes_no" };
      const [left, right] = comparable(op, one, other);
      return { expression: { ...expression, left, right }, type: "yes_no" };
    }
    const { left, right, type } = calculable(op, one, other);
    return { expression: { ...expression, left, right }, type };
  }

  #call(expression: Expression & { is: "call" }): Typed {
    const { name, at } = expression;
    const [first, ...rest] = expression.args;
    if (name === "boolean" && first && rest.length === 0) return convert(this.fit(first), "yes_no");
    const known = signatures.get(name);
    if (!known)
      return {
        expression: { ...expression, args: expression.args.map((arg) => this.fit(arg).expression) },
        type: undefined,
      };
    const { takes, gives } = known;
    const fitted = expression.args.map((arg, index) => {
      const wanted = takes[Math.min(index, takes.length - 1)] ?? "any";
      return { wanted, ...this.#converted(arg, wanted) };
    });
    const [one, other] = fitted;
    if (name === "selected" && one && other && this.#isNoOption(one.expression, other.expression)) {
      return { expression: call("false", [], at), type: "yes_no" };
    }
    if (gives !== "same") {
      const call = { ...expression, args: fitted.map((arg) => arg.expression) };
      return { expression: call, type: typeGivenBy(call, this.#scope) };
    }
    const same = commonType(fitted.filter(({ wanted }) => wanted === "same"));
    const args = fitted.map((arg) => (arg.wanted === "same" && same ? convert(arg, same).expression : arg.expression));
    return { expression: { ...expression, args }, type: same };
  }

  /** Whether an answer is compared with an option that the question doesn't have. */
  #isNoOption(one: Expression, other: Expression): boolean {
    const [answer, text] = one.is === "answer" || one.is === "own" ? [one, other] : [other, one];
    if (text.is !== "text" || text.value === "" || answer.is !== "answer") return false;
    const options = this.#scope.optionsOf?.(answer.key);
    if (options === undefined || options.has(text.value)) return false;
    this.#onNoOption(answer.key, text.value);
    return true;
  }
}

const isComparison = (op: Operator): op is "=" | "!=" | "<" | "<=" | ">" | ">=" =>
  op === "=" || op === "!=" || op === "<" || op === "<=" || op === ">" || op === ">=";
const isDated = (type: ValueType | undefined) => type === "date" || type === "datetime";

/** Answers of several rows: XPath would take those of the first row, or any. */
const isOfRows = (type: ValueType | undefined) => type === "rows" || type === "list";

/** A value as another type, as XPath would convert it. */
function convert(typed: Typed, wanted: Wanted): Typed {
  const { expression, type } = typed;
  if (type === undefined || isOfRows(type) || wanted === "any" || wanted === "same" || wanted === "pattern")
    return typed;
  const accepted = acceptedTypes[wanted] ?? [wanted as ValueType];
  if (accepted.includes(type) || isEmptyText(expression)) return typed;
  // texts of several rows aren't one number
  if (wanted === "numbers" && type === "choices") return typed;
  if (accepted.some((each) => isWritten(expression, each))) return typed;
  const { at } = expression;
  if (accepted.includes("yes_no")) return asCondition(typed);
  if (accepted.includes("number")) return { expression: asNumber(typed), type: "number" };
  if (accepted.includes("text")) return { expression: asText(typed), type: "text" };
  const isDatable = type === "text" || type === "number" || type === "datetime";
  return accepted.includes("date") && isDatable ? { expression: call("date", [expression], at), type: "date" } : typed;
}

/** In XPath, any text but the empty one and any number but 0 mean yes. */
function asCondition({ expression, type }: Typed): Typed {
  const { at } = expression;
  const right: Expression = type === "number" ? { is: "number", value: 0, at } : { is: "text", value: "", at };
  if (expression.is === "number" || expression.is === "text") {
    const isYes = expression.value !== 0 && expression.value !== "";
    return { expression: call(String(isYes), [], at), type: "yes_no" };
  }
  return { expression: { is: "binary", op: "!=", left: expression, right, at }, type: "yes_no" };
}

function asNumber({ expression, type }: Typed): Expression {
  const { at } = expression;
  if (type === "number" || isOfRows(type)) return expression;
  if (expression.is === "text" && isNumeric(expression.value)) return numberOf(Number(expression.value), at);
  if (isDated(type)) return call("decimal-date-time", [expression], at);
  return call("number", [type === "choices" ? call("string", [expression], at) : expression], at);
}

const isNumeric = (text: string) => /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)\s*$/.test(text);
const numberOf = (value: number, at: number): Expression =>
  value < 0 ? { is: "negative", of: { is: "number", value: -value, at }, at } : { is: "number", value, at };

function asText({ expression, type }: Typed): Expression {
  const { at } = expression;
  if (type === "text" || isOfRows(type)) return expression;
  if (expression.is === "number") return { is: "text", value: String(expression.value), at };
  return call("string", [expression], at);
}

function comparable(op: Operator, one: Typed, other: Typed): [Expression, Expression] {
  const as = (wanted: ValueType): [Expression, Expression] => [
    convert(one, wanted).expression,
    convert(other, wanted).expression,
  ];
  const plain: [Expression, Expression] = [one.expression, other.expression];
  const isEquality = op === "=" || op === "!=";
  if (one.type === undefined || other.type === undefined) return plain;
  if (isEquality && (isEmptyText(one.expression) || isEmptyText(other.expression))) return plain;
  const types = [one.type, other.type];
  const isOf = (...each: readonly ValueType[]) => types.every((type) => each.includes(type));
  if (isWritten(one.expression, other.type) || isWritten(other.expression, one.type)) return plain;
  if (types.includes("yes_no") && isEquality) return comparableWithYesNo(one, other);
  if (types.includes("number")) return [asNumber(one), asNumber(other)];
  if (one.type === other.type && (isDated(one.type) || one.type === "time" || (isEquality && isOf("text"))))
    return plain;
  if (isOf("date", "datetime")) return [asNumber(one), asNumber(other)];
  if (types.some(isDated) && isOf("date", "text")) return as("date");
  return isEquality ? as("text") : [asNumber(one), asNumber(other)];
}

/** A condition's result is the text `true` or `false`. */
function comparableWithYesNo(one: Typed, other: Typed): [Expression, Expression] {
  const sideOf = ({ expression, type }: Typed): Expression => {
    if (type === "yes_no") return expression;
    const { at } = expression;
    const written = expression.is === "text" || expression.is === "number" ? String(expression.value) : undefined;
    if (written === "true" || written === "1") return call("true", [], at);
    if (written === "false" || written === "0") return call("false", [], at);
    return expression;
  };
  const sides: [Expression, Expression] = [sideOf(one), sideOf(other)];
  const isUnlike = [one, other].some((each, index) => each.type !== "yes_no" && sides[index] === each.expression);
  return isUnlike ? [asText(one), asText(other)] : sides;
}

function calculable(
  op: Operator,
  one: Typed,
  other: Typed,
): { left: Expression; right: Expression; type: ValueType | undefined } {
  const { expression: left, type } = one;
  const { expression: right, type: otherType } = other;
  if (type === undefined || otherType === undefined) return { left, right, type: undefined };
  const isSum = op === "+" || op === "-";
  if (isSum && isDated(type) && otherType === "number") return { left, right, type };
  if (op === "+" && type === "number" && isDated(otherType)) return { left, right, type: otherType };
  if (op === "-" && isDated(type) && isDated(otherType)) return { left, right, type: "number" };
  return { left: asNumber(one), right: asNumber(other), type: "number" };
}

function commonType(values: readonly Typed[]): ValueType | undefined {
  const types = new Set(values.flatMap(({ expression, type }) => (type && !isEmptyText(expression) ? [type] : [])));
  if (types.size <= 1) return [...types][0];
  if (types.has("number") && types.has("text")) {
    const isNumber = values.every(
      ({ expression, type }) =>
        type === "number" || (expression.is === "text" && (expression.value === "" || isNumeric(expression.value))),
    );
    return isNumber ? "number" : "text";
  }
  const isMoment = [...types].every(isDated);
  return isMoment ? "date" : "text";
}
