import { clockLength, isDay, isTimeOfDay, withoutOffset } from "../moments.ts";
import { type Expression, type ExpressionFault, makeFault, type Operator } from "./expression.ts";
import { isPattern } from "./functions.ts";
import { hasColumn, type Scope } from "./scope.ts";
import { acceptedTypes, signatures, type Wanted } from "./signatures.ts";
import { daysOf, type ValueType } from "./values.ts";

export type CheckedExpression = {
  /** Undefined if it is unknown because of a fault, or always empty. */
  type: ValueType | undefined;
  faults: readonly ExpressionFault[];
};

/** Checks types, keys, functions and options. @param wanted the type of the whole expression; any by default */
export function checkExpression(expression: Expression, scope: Scope, wanted?: ValueType): CheckedExpression {
  const check = new Check(scope);
  const type = wanted ? check.require(expression, wanted) : check.typeOf(expression);
  return { type, faults: check.faults };
}

/** A type, or undefined for an unknown one, which fits everywhere so that a fault is only reported once. */
type Known = ValueType | undefined;

class Check {
  readonly faults: ExpressionFault[] = [];
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  typeOf(expression: Expression): Known {
    switch (expression.is) {
      case "number":
        return "number";
      case "text":
        return "text";
      case "answer": {
        const type = this.#scope.typeOf(expression.key);
        if (!type) this.#add(expression, "validation.expression.noField", { key: expression.key });
        return type;
      }
      case "column":
        return this.#typeOfColumn(expression);
      case "own":
        if (!this.#scope.own) this.#add(expression, "validation.expression.noOwn");
        return this.#scope.own;
      case "negative":
        return this.require(expression.of, "number") && "number";
      case "binary":
        return this.#typeOfBinary(expression);
      case "call":
        return this.#typeOfCall(expression);
    }
  }

  #typeOfColumn(expression: Expression & { is: "column" }): Known {
    const { name } = expression;
    const { hasColumn } = this.#scope;
    if (hasColumn?.(name)) return "text";
    this.#add(expression, hasColumn ? "validation.expression.noColumn" : "validation.expression.name", { name });
    return undefined;
  }

  /** Reports a type that doesn't fit; returns the type that is used. */
  require(expression: Expression, wanted: Wanted): Known {
    const type = this.typeOf(expression);
    if (type === undefined || wanted === "any" || wanted === "same") return type;
    const accepted: readonly ValueType[] = acceptedTypes[wanted] ?? [wanted as ValueType];
    if (wanted === "pattern") this.#requirePattern(expression);
    if (accepted.includes(type)) return type;
    const meant = accepted.find((each) => isWritten(expression, each));
    if (meant) return meant;
    this.#add(expression, `validation.expression.wants.${accepted[0] ?? "text"}`);
    return undefined;
  }

  #typeOfBinary({ op, left, right }: Expression & { is: "binary" }): Known {
    switch (op) {
      case "and":
      case "or":
        this.require(left, "yes_no");
        this.require(right, "yes_no");
        return "yes_no";
      case "=":
      case "!=":
      case "<":
      case "<=":
      case ">":
      case ">=":
        this.#requireComparable(op, left, right);
        return "yes_no";
      default:
        return this.#typeOfArithmetic(op, left, right);
    }
  }

  #requireComparable(op: Operator, left: Expression, right: Expression): void {
    const [one, other] = [this.typeOf(left), this.typeOf(right)];
    if (one === undefined || other === undefined) return;
    const isEquality = op === "=" || op === "!=";
    if (isEquality && (isWritten(left, "empty") || isWritten(right, "empty"))) return;
    const isMeant = (part: Expression, type: ValueType) => isWritten(part, type) || isColumnBeside(part, type);
    const type = isMeant(right, one) ? one : isMeant(left, other) ? other : one === other ? one : undefined;
    const isOrdered = type === "number" || type === "date" || type === "time" || type === "datetime";
    const isComparable = isOrdered || (isEquality && (type === "text" || type === "yes_no"));
    if (!isComparable) this.#add(right, type ? "validation.expression.noOrder" : "validation.expression.different");
    else this.#requireOption(left, right);
  }

  #typeOfArithmetic(op: Operator, left: Expression, right: Expression): Known {
    const [one, other] = [this.typeOf(left), this.typeOf(right)];
    if (one === undefined || other === undefined) return undefined;
    if (one === "number" && other === "number") return "number";
    if (isDated(one) && other === "number" && (op === "+" || op === "-")) return one;
    if (one === "number" && isDated(other) && op === "+") return other;
    if (isDated(one) && isDated(other) && op === "-") return "number";
    const wrong = one === "number" || isDated(one) ? right : left;
    this.#add(wrong, "validation.expression.wants.number");
    return undefined;
  }

  #typeOfCall(expression: Expression & { is: "call" }): Known {
    const { name, args } = expression;
    const known = signatures.get(name);
    if (!known) {
      this.#add(expression, "validation.expression.noFunction", { name });
      return undefined;
    }
    const { takes, optional = 0, isVariadic } = known;
    const least = isVariadic ? takes.length : takes.length - optional;
    if (args.length < least || (!isVariadic && args.length > takes.length)) {
      this.#add(expression, "validation.expression.arguments", { name });
      return undefined;
    }
    const wanted = args.map((_, index) => takes[Math.min(index, takes.length - 1)] ?? "any");
    const types = args.map((arg, index) => this.require(arg, wanted[index] ?? "any"));
    const [first, second] = args;
    if ((name === "selected" || name === "label") && first && second) this.#requireOption(first, second);
    const fault = known.refers === undefined ? undefined : findLookupFault(expression, known.refers, this.#scope);
    if (fault && !types.includes(undefined)) this.faults.push(fault);
    return known.gives === "same" ? this.#requireSame(args, wanted, types) : typeGivenBy(expression, this.#scope);
  }

  #requireSame(args: readonly Expression[], wanted: readonly Wanted[], types: readonly Known[]): Known {
    const same = args.flatMap((arg, index) => {
      const type = types[index];
      return wanted[index] === "same" && type && !isWritten(arg, "empty") ? [{ arg, type }] : [];
    });
    const type = (same.find(({ arg }) => arg.is !== "text") ?? same[0])?.type;
    const other = same.find((each) => type && each.type !== type && !isWritten(each.arg, type));
    if (other) this.#add(other.arg, "validation.expression.different");
    return type;
  }

  /** A text compared with a choice must be one of its options. */
  #requireOption(one: Expression, other: Expression): void {
    const [answer, text] = one.is === "answer" ? [one, other] : [other, one];
    if (answer.is !== "answer" || text.is !== "text" || text.value === "") return;
    const options = this.#scope.optionsOf?.(answer.key);
    if (!options || options.has(text.value)) return;
    this.#add(text, "validation.expression.noOption", { value: text.value.slice(0, 100) });
  }

  #requirePattern(expression: Expression): void {
    if (expression.is !== "text" || !isPattern(expression.value))
      this.#add(expression, "validation.expression.pattern");
  }

  #add({ at }: { at: number }, text: ExpressionFault["text"], values?: ExpressionFault["values"]): void {
    this.faults.push(makeFault(at, text, values));
  }
}

/** The type of a function's result, if it doesn't depend on the types of its arguments. */
export function typeGivenBy({ name, args: [first] }: Expression & { is: "call" }, scope: Scope): Known {
  const gives = signatures.get(name)?.gives;
  if (gives === "row") return first?.is === "answer" ? scope.typeInRow?.(first.key) : undefined;
  return gives === "same" ? undefined : gives;
}

const isDated = (type: ValueType) => type === "date" || type === "datetime";

/** A column is compared as what it is compared with. */
const isColumnBeside = ({ is }: Expression, type: ValueType) =>
  is === "column" && (type === "number" || type === "date" || type === "time" || type === "datetime");

/** Whether a written text means a value of another type, such as `'2026-11-24'` beside a date. */
export function isWritten({ is, ...rest }: Expression, type: ValueType | "empty"): boolean {
  if (is !== "text" || !("value" in rest) || typeof rest.value !== "string") return false;
  const text = rest.value;
  switch (type) {
    case "empty":
      return text === "";
    case "date":
      return isDay(text);
    case "time":
      return isTimeOfDay(text);
    case "datetime":
      return withoutOffset(text).length === clockLength && daysOf(text) !== null;
    default:
      return false;
  }
}

/** Keys that depend on themselves, in order: `["total", "share"]` if both use each other. Undefined if none do. */
export function findCycle(dependencies: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (key: string): string[] | undefined => {
    if (done.has(key)) return undefined;
    const start = path.indexOf(key);
    if (start >= 0) return path.slice(start);
    path.push(key);
    for (const used of dependencies.get(key) ?? []) {
      const cycle = visit(used);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(key);
    return undefined;
  };
  for (const key of dependencies.keys()) {
    const cycle = visit(key);
    if (cycle) return cycle;
  }
  return undefined;
}

/** What is wrong with a call of a function that looks something up in the form. */
function findLookupFault(
  { name, args, at }: Expression & { is: "call" },
  refers: number,
  scope: Scope,
): ExpressionFault | undefined {
  if (scope.hasColumn) return makeFault(at, "validation.expression.notInFilter", { name });
  const asked = args.at(refers);
  if (name === "lookup") return findListFault(args, scope);
  if (asked?.is !== "answer") return makeFault(asked?.at ?? at, "validation.expression.wants.answer");
  const { key } = asked;
  switch (name) {
    case "position":
      return scope.isInRow?.(key) ? undefined : makeFault(asked.at, "validation.expression.notInRow", { key });
    case "indexed-repeat":
      return findRowFault(key, args, scope);
    case "attribute":
      return findOptionsFault(key, asked.at, scope) ?? findAttributeFault(key, args.at(-1), scope);
    default:
      return findOptionsFault(key, asked.at, scope);
  }
}

const findOptionsFault = (key: string, at: number, { attributesOf }: Scope) =>
  attributesOf?.(key) ? undefined : makeFault(at, "validation.expression.noOptions", { key });

function findAttributeFault(key: string, name: Expression | undefined, { attributesOf }: Scope) {
  const attributes = attributesOf?.(key);
  if (name?.is === "text" && attributes && hasColumn(attributes, name.value)) return undefined;
  const written = name?.is === "text" ? name.value.slice(0, 100) : "";
  return makeFault(name?.at ?? 0, "validation.expression.noAttribute", { name: written, key });
}

/** The names of the list and of its column are written out, so that they can be checked. */
function findListFault([list, column]: readonly Expression[], { columnsOf }: Scope): ExpressionFault | undefined {
  const name = list?.is === "text" ? list.value : "";
  const columns = columnsOf?.(name);
  if (!columns) return makeFault(list?.at ?? 0, "validation.expression.noList", { name: name.slice(0, 100) });
  const wanted = column?.is === "text" ? column.value : "";
  if (column?.is === "text" && hasColumn(columns, wanted)) return undefined;
  return makeFault(column?.at ?? 0, "validation.expression.noListColumn", { name: wanted.slice(0, 100), list: name });
}

/** A field of the group itself, seen from the row or form that has the group, but from none of its rows. */
function findRowFault(key: string, [asked, group]: readonly Expression[], { groupOf, isInRow }: Scope) {
  const isOfGroup = group?.is === "answer" && groupOf?.(key) === group.key && !isInRow?.(group.key);
  const outer = group?.is === "answer" ? groupOf?.(group.key) : undefined;
  const isBeside = outer === undefined || isInRow?.(outer) === true;
  return isOfGroup && isBeside ? undefined : makeFault(asked?.at ?? 0, "validation.expression.notOfGroup", { key });
}
