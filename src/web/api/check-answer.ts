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

/** @returns path of the first mismatch, such as `3.locations.0.id`; "" for the value itself; undefined if valid */
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
      // The longest path is the most informative.
      if (mismatch.length > furthest.length) furthest = mismatch;
    }
    return furthest;
  }
  if (schema.type && ![schema.type].flat().some((name) => typeTests[name](value))) return "";
  if (Array.isArray(value)) {
    const { prefixItems = [], items } = schema;
    for (let index = 0; index < Math.max(value.length, prefixItems.length); index++) {
      const itemSchema = prefixItems[index] ?? items;
      const mismatch = itemSchema && findMismatch(itemSchema, value[index], definitions);
      if (mismatch !== undefined) return joinPath(index, mismatch);
    }
  } else if (schema.properties) {
    const object = value as Record<string, unknown>;
    for (const name in schema.properties) {
      const part = schema.properties[name];
      if (!part || (schema.optional?.includes(name) && !Object.hasOwn(object, name))) continue;
      // A missing property is undefined, which every schema rejects.
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

const joinPath = (part: string | number, rest: string) => (rest === "" ? `${part}` : `${part}.${rest}`);
