import * as z from "zod/mini";
import { type CallName, calls } from "./all-calls.ts";

/**
 * The JSON Schema shape that the web app checks answers against. It is lenient, because a newer server may send values
 * the app doesn't know. `optional` replaces `required`: most fields are required, and each name adds to the first load.
 */
export type AnswerSchema = {
  /** References one of the definitions. */
  $ref?: string;
  anyOf?: readonly AnswerSchema[];
  type?: JsonType | readonly JsonType[];
  properties?: Readonly<Record<string, AnswerSchema>>;
  optional?: readonly string[];
  /** Schema of unnamed properties: JSON Schema's `additionalProperties`. */
  values?: AnswerSchema;
  items?: AnswerSchema;
  prefixItems?: readonly AnswerSchema[];
};
type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/** Keywords that don't describe the shape. Extra properties in an answer are ignored. */
const notOfShape: ReadonlySet<string> = new Set([
  "$schema",
  "format",
  "propertyNames",
  "enum",
  "const",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
]);

export type AnswerSchemas = {
  /** By call. Calls without a JSON body have no entry. */
  answers: { readonly [Name in CallName]?: AnswerSchema };
  definitions: Readonly<Record<string, AnswerSchema>>;
};

/**
 * The answer schemas of all calls. The build writes them into the app, so browsers don't load a schema library.
 * @throws Error if a schema uses something that `AnswerSchema` can't express
 */
export function makeAnswerSchemas(): AnswerSchemas {
  const responses = Object.entries(calls).flatMap(([name, call]) =>
    "response" in call ? [[name, call.response]] : [],
  );
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(responses)), {
    io: "output",
    reused: "ref",
  });
  const definitions = Object.entries($defs).map(([name, schema]) => [shortName(name), toAnswerSchema(schema)]);
  return { answers: eachToAnswerSchema(properties), definitions: Object.fromEntries(definitions) };
}

/** `#/$defs/__schema3` → `3`. */
const shortName = (name: string) => name.replace(/^(#\/\$defs\/)?__schema/, "");

type JsonSchema = z.core.JSONSchema._JSONSchema;

const eachToAnswerSchema = (schemas: Record<string, JsonSchema>): Record<string, AnswerSchema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toAnswerSchema(schema)]));

function toAnswerSchema(schema: JsonSchema): AnswerSchema {
  if (typeof schema === "boolean") throw new Error("Answer checks don't support boolean schemas");
  const {
    $ref,
    anyOf,
    oneOf,
    type,
    items,
    prefixItems,
    properties,
    required = [],
    additionalProperties: values,
    ...rest
  } = schema;
  if (oneOf) return mergeObjects(oneOf.map(toAnswerSchema));
  const optional = Object.keys(properties ?? {}).filter((name) => !required.includes(name));
  const unknown = Object.keys(rest).find((keyword) => !notOfShape.has(keyword));
  if (unknown) throw new Error(`Answer checks don't support ${unknown}: ${JSON.stringify(schema)}`);
  return {
    ...(type && { type }),
    ...($ref && { $ref: shortName($ref) }),
    ...(anyOf && { anyOf: anyOf.map(toAnswerSchema) }),
    ...(items && !Array.isArray(items) && { items: toAnswerSchema(items as JsonSchema) }),
    ...(prefixItems && { prefixItems: prefixItems.map(toAnswerSchema) }),
    ...(properties && { properties: eachToAnswerSchema(properties) }),
    ...(optional.length > 0 && { optional }),
    ...(typeof values === "object" && Object.keys(values).length > 0 && { values: toAnswerSchema(values) }),
  };
}

/** Merges the members of a discriminated union: a newer server may send discriminators the app doesn't know. */
function mergeObjects(members: readonly AnswerSchema[]): AnswerSchema {
  const shapes = new Map<string, AnswerSchema[]>();
  for (const { properties = {} } of members) {
    for (const [name, shape] of Object.entries(properties)) shapes.set(name, [...(shapes.get(name) ?? []), shape]);
  }
  const optional = [...shapes]
    .filter(([name, all]) => all.length < members.length || members.some((member) => member.optional?.includes(name)))
    .map(([name]) => name);
  const properties = [...shapes].map(([name, all]) => [name, oneShape(all)]);
  return { type: "object", properties: Object.fromEntries(properties), optional };
}

function oneShape(shapes: readonly AnswerSchema[]): AnswerSchema {
  const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  const [only] = different;
  return only && different.length === 1 ? only : { anyOf: different };
}
