import * as z from "zod/mini";
import { calls } from "./calls.ts";
import type { RouteName } from "./routes.ts";

/** The part of JSON Schema that the answers of the API are described with; `findMismatch` of the web reads it. */
export type AnswerSchema = {
  $ref?: `#/$defs/${string}`;
  anyOf?: readonly AnswerSchema[];
  type?: JsonType | readonly JsonType[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, AnswerSchema>>;
  required?: readonly string[];
  items?: AnswerSchema;
  prefixItems?: readonly AnswerSchema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};
type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

const keywords: ReadonlySet<string> = new Set<keyof AnswerSchema>([
  "$ref",
  "anyOf",
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
]);

/** What says nothing to a check: a format comes with its pattern, and what an answer has beyond the contract is let be. */
const remarks: ReadonlySet<string> = new Set(["$schema", "format", "additionalProperties"]);

export type AnswerSchemas = {
  /** By call; a call without a body in JSON has none. */
  properties: { readonly [Name in RouteName]?: AnswerSchema };
  $defs: Readonly<Record<string, AnswerSchema>>;
};

/**
 * What every call answers, as JSON Schema. The build writes it into the app: a browser checks answers by it and loads no
 * schema library for that.
 * @throws Error for a schema that says more than `AnswerSchema` can
 */
export function makeAnswerSchemas(): AnswerSchemas {
  const answers = Object.entries(calls).flatMap(([name, call]) => ("response" in call ? [[name, call.response]] : []));
  const schema = z.toJSONSchema(z.object(Object.fromEntries(answers)), { io: "output", reused: "ref" });
  const { properties, $defs } = trim(schema) as AnswerSchemas;
  return { properties, $defs };
}

function trim(schema: object): object {
  const kept = Object.entries(schema).filter(([keyword]) => !remarks.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === "properties" || keyword === "$defs") {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, trim(part as object)]))];
      }
      if (!keywords.has(keyword)) throw new Error(`No check of an answer knows ${keyword}: ${JSON.stringify(schema)}`);
      if (keyword === "items") return [keyword, trim(value)];
      if (keyword === "anyOf" || keyword === "prefixItems") return [keyword, value.map(trim)];
      return [keyword, value];
    }),
  );
}
