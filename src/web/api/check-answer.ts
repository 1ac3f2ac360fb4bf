import type { AnswerSchema } from "../../contract/answer-schemas.ts";

type Definitions = Readonly<Record<string, AnswerSchema>>;

const typeTests = {
  object: (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  string: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === "boolean",
  null: (value: unknown) => value === null,
};

/** Where a value is not as its schema says, `3.locations.0.id` for example; undefined where it is. "" is the value itself. */
export function findMismatch(schema: AnswerSchema, value: unknown, definitions: Definitions): string | undefined {
  if (schema.$ref) {
    const definition = definitions[schema.$ref];
    if (!definition) throw new Error(`No definition of ${schema.$ref}`);
    return findMismatch(definition, value, definitions);
  }
  if (schema.anyOf) {
    let furthest = "";
    for (const choice of schema.anyOf) {
      const mismatch = findMismatch(choice, value, definitions);
      if (mismatch === undefined) return undefined;
      // The one that got furthest says most.
      if (mismatch.length > furthest.length) furthest = mismatch;
    }
    return furthest;
  }
  if (!isAsTold(schema, value)) return "";
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const itemSchema = schema.prefixItems?.[index] ?? schema.items;
      const mismatch = itemSchema && findMismatch(itemSchema, value[index], definitions);
      if (mismatch !== undefined) return joinPath(index, mismatch);
    }
  } else if (schema.properties) {
    const object = value as Record<string, unknown>;
    for (const name in schema.properties) {
      const part = schema.properties[name];
      if (!part || (schema.optional?.includes(name) && !Object.hasOwn(object, name))) continue;
      // What is missing is undefined, which no schema takes.
      const mismatch = findMismatch(part, object[name], definitions);
      if (mismatch !== undefined) return joinPath(name, mismatch);
    }
  } else if (schema.values) {
    for (const [name, part] of Object.entries(value as object)) {
      const mismatch = findMismatch(schema.values, part, definitions);
      if (mismatch !== undefined) return joinPath(name, mismatch);
    }
  }
  return undefined;
}

/** Whether the value itself is right; what is in it is not looked at. */
function isAsTold(schema: AnswerSchema, value: unknown): boolean {
  const { type, pattern } = schema;
  if (type && !(typeof type === "string" ? typeTests[type](value) : type.some((name) => typeTests[name](value)))) {
    return false;
  }
  if (schema.enum && !schema.enum.includes(value)) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (typeof value === "number") return isBetween(value, schema.minimum, schema.maximum);
  if (Array.isArray(value)) return isBetween(value.length, schema.minItems, schema.maxItems);
  if (typeof value !== "string") return true;
  return isBetween(value.length, schema.minLength, schema.maxLength) && (!pattern || expressionOf(pattern).test(value));
}

const isBetween = (value: number, min = -Infinity, max = Infinity) => value >= min && value <= max;

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, "u");
  expressions.set(pattern, expression);
  return expression;
}

const joinPath = (part: string | number, rest: string) => (rest === "" ? `${part}` : `${part}.${rest}`);
