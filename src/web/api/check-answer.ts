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
export function findMismatch(
  schema: AnswerSchema,
  value: unknown,
  definitions: Definitions,
  path = "",
): string | undefined {
  if (schema.$ref) {
    const definition = definitions[schema.$ref];
    if (!definition) throw new Error(`No definition of ${schema.$ref}`);
    return findMismatch(definition, value, definitions, path);
  }
  if (schema.anyOf) {
    const mismatches = schema.anyOf.map((choice) => findMismatch(choice, value, definitions, path));
    // The one that got furthest says most.
    return mismatches.includes(undefined)
      ? undefined
      : mismatches.reduce((one = "", other = "") => (other.length > one.length ? other : one));
  }
  if (!isAsTold(schema, value)) return path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const itemSchema = schema.prefixItems?.[index] ?? schema.items;
      const mismatch = itemSchema && findMismatch(itemSchema, item, definitions, joinPath(path, index));
      if (mismatch !== undefined) return mismatch;
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (schema.optional?.includes(name) && !Object.hasOwn(value, name)) continue;
      // What is missing is undefined, which no schema takes.
      const mismatch = findMismatch(part, (value as Record<string, unknown>)[name], definitions, joinPath(path, name));
      if (mismatch !== undefined) return mismatch;
    }
  }
  return undefined;
}

/** Whether the value itself is right; what is in it is not looked at. */
function isAsTold(schema: AnswerSchema, value: unknown): boolean {
  const { type, pattern } = schema;
  if (type && ![type].flat().some((name) => typeTests[name](value))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (typeof value === "number") return isBetween(value, schema.minimum, schema.maximum);
  if (Array.isArray(value)) return isBetween(value.length, schema.minItems, schema.maxItems);
  if (typeof value !== "string") return true;
  return (
    isBetween(value.length, schema.minLength, schema.maxLength) && (!pattern || new RegExp(pattern, "u").test(value))
  );
}

const isBetween = (value: number, min = -Infinity, max = Infinity) => value >= min && value <= max;

const joinPath = (path: string, part: string | number) => (path === "" ? `${part}` : `${path}.${part}`);
