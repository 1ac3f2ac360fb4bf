import { type CheckedExpression, checkExpression, findCycle, type Scope } from "./expressions/check-expression.ts";
import { type ExpressionFault, makeFault } from "./expressions/expression.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import type { ValueType } from "./expressions/values.ts";
import type { Field } from "./field.ts";
import { dependenciesOf, inDependencyOrder, readExpression } from "./field-expressions.ts";

/** An expression of a field. */
export type FieldExpression = {
  /** Its path in the field. */
  path: readonly string[];
  text: string;
  /** The type it must have; undefined for any. */
  wanted?: ValueType | undefined;
  /** Whether `.` is the field's own answer. */
  hasOwn?: true;
};

export function expressionsOf(field: Field): FieldExpression[] {
  const { shown_when: shownWhen, required_when: requiredWhen, constraint, default: preset } = field;
  const found: FieldExpression[] = [];
  const add = (name: string, text: string | undefined, rest: Omit<FieldExpression, "path" | "text"> = {}) => {
    if (text !== undefined) found.push({ path: [name, "expression"], text, ...rest });
  };
  add("shown_when", shownWhen && "expression" in shownWhen ? shownWhen.expression : undefined, { wanted: "yes_no" });
  add("required_when", requiredWhen?.expression, { wanted: "yes_no" });
  add("constraint", constraint?.expression, { wanted: "yes_no", hasOwn: true });
  add("default", preset?.expression, { wanted: typeOfKind(field) });
  if (field.kind === "calculated") found.push({ path: ["expression"], text: field.expression });
  return found;
}

/** Undefined for photos, which expressions can't use, and for calculated fields, whose type follows from them. */
function typeOfKind({ kind }: Field): ValueType | undefined {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "choice":
    case "text":
      return "text";
    case "choices":
    case "yes_no":
    case "date":
    case "time":
      return kind;
    case "photo":
    case "calculated":
      return undefined;
  }
}

/** What the expressions of a protocol may refer to. */
export function scopeOf(fields: readonly Field[]): Scope {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const types = new Map(fields.map((field) => [field.key, typeOfKind(field)]));
  const typeOf = (key: string) => types.get(key);
  for (const field of inDependencyOrder(fields)) {
    const expression = field.kind === "calculated" ? readExpression(field.expression) : undefined;
    if (expression) types.set(field.key, checkExpression(expression, { typeOf }).type);
  }
  const optionsOf = (key: string) => {
    const field = byKey.get(key);
    return field && "options" in field ? field.options.map(({ value }) => value) : undefined;
  };
  return { typeOf, optionsOf };
}

/** Checks one expression in the scope of its protocol. */
export function checkFieldExpression(
  field: Field,
  { text, wanted, hasOwn }: FieldExpression,
  scope: Scope,
): CheckedExpression {
  const parsed = parseExpression(text);
  if ("fault" in parsed) return { type: undefined, faults: [parsed.fault] };
  return checkExpression(parsed.expression, { ...scope, ...(hasOwn && { own: typeOfKind(field) }) }, wanted);
}

export type ExpressionProblem = { path: readonly (string | number)[]; fault: ExpressionFault };

/** Faults of all expressions, and fields that depend on themselves. */
export function findExpressionProblems(fields: readonly Field[]): ExpressionProblem[] {
  const scope = scopeOf(fields);
  const problems = fields.flatMap((field, index) =>
    expressionsOf(field).flatMap((each) =>
      checkFieldExpression(field, each, scope).faults.map((fault) => ({ path: [index, ...each.path], fault })),
    ),
  );
  const cycle = findCycle(new Map(fields.map((field) => [field.key, dependenciesOf(field)])));
  // Conditions on one comparison only use earlier fields, which is checked elsewhere.
  const index = fields.findIndex((field) => cycle?.includes(field.key) && ruleOf(field) !== undefined);
  const field = fields[index];
  if (!cycle || !field) return problems;
  const start = cycle.indexOf(field.key);
  const keys = [...cycle.slice(start), ...cycle.slice(0, start), field.key].join(" → ");
  const fault = makeFault(0, "validation.expression.cycle", { keys });
  return [...problems, { path: [index, ...(ruleOf(field)?.path ?? [])], fault }];
}

/** The expression that decides whether a field is shown, or what it is. */
const ruleOf = (field: Field) =>
  expressionsOf(field).find(({ path: [name] }) => name === "shown_when" || name === "expression");
