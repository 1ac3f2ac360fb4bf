import * as z from "zod/mini";
import { calls } from "./calls.ts";
import type { Access } from "./roles.ts";
import type { RouteName } from "./routes.ts";

/**
 * What the web checks answers by: the shape that JSON Schema gives them and no more, since a server that is newer than the
 * app knows more values. `optional` stands in place of `required`, because nearly everything is
 * required and each name costs the first load a few bytes.
 */
export type AnswerSchema = {
  /** Names one of the definitions. */
  $ref?: string;
  anyOf?: readonly AnswerSchema[];
  type?: JsonType | readonly JsonType[];
  properties?: Readonly<Record<string, AnswerSchema>>;
  optional?: readonly string[];
  /** Of each property that is not named: what JSON Schema calls `additionalProperties`. */
  values?: AnswerSchema;
  items?: AnswerSchema;
  prefixItems?: readonly AnswerSchema[];
};
type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/** What says nothing of the shape: which values, how large and how many. What an answer has beyond the contract is let be. */
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
  /** By call; a call without a body in JSON has none. */
  answers: { readonly [Name in RouteName]?: AnswerSchema };
  definitions: Readonly<Record<string, AnswerSchema>>;
};

/** Whose calls: `volunteers` are visitors and adventurers, whose phones load little. */
export type AnswersFor = "volunteers" | "staff";

const openToVolunteers: ReadonlySet<Access> = new Set(["visitor", "self"]);
/** Volunteers' calls that no first screen makes. */
const calledLater: ReadonlySet<string> = new Set<RouteName>([
  "getAdventurer",
  "summarizeDataPoints",
  "listContributions",
  "summarizeContributions",
  "getContribution",
  "getMailSettings",
  "setMailSettings",
]);
const isOnFirstScreens = (name: string, access: Access) => openToVolunteers.has(access) && !calledLater.has(name);

/**
 * What calls answer. The build writes it into the app: a browser checks answers by it and loads no schema library
 * for that.
 * @throws Error for a schema that says more than `AnswerSchema` can
 */
export function makeAnswerSchemas(readers: AnswersFor): AnswerSchemas {
  const responses = Object.entries(calls).flatMap(([name, call]) =>
    "response" in call && isOnFirstScreens(name, call.access) === (readers === "volunteers")
      ? [[name, call.response]]
      : [],
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

/** Objects that a word tells apart, as one: a newer server has words that the app does not know. */
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
