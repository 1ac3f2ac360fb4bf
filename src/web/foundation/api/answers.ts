import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { AnswerSchema } from "../../../contract/answer-schemas.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import { ApiError } from "./api-error.ts";
import { knownCall, partsOfAnswers } from "./known-calls.ts";

/**
 * Parses a response and checks it against the contract.
 * @throws ApiError for an error status or a response that violates the contract
 */
export async function readAnswer<Name extends CallName>(
  name: Name,
  { status, text }: { status: number; text: string },
): Promise<ResponseOf<Calls[Name]>> {
  const body = status === 204 ? undefined : parseBody(text);
  if (status < 200 || status >= 300) throw new ApiError(status, body);
  const schema = knownCall(name).answer;
  const mismatch = schema && findMismatch(schema, body, partsOfAnswers);
  if (mismatch !== undefined) {
    console.error(`The answer to ${name} is not the contract's${mismatch && `, at ${mismatch}`}.`);
    throw new ApiError(status, body);
  }
  return body as ResponseOf<Calls[Name]>;
}

/** Falls back to text, because a proxy's error page is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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
  if (schema.anyOf) return findInChoices(schema.anyOf, value, definitions);
  if (schema.type && ![schema.type].flat().some((name) => typeTests[name](value))) return "";
  if (Array.isArray(value)) return findInArray(schema, value, definitions);
  return schema.properties || schema.values ? findInObject(schema, value as object, definitions) : undefined;
}

function findInChoices(choices: readonly AnswerSchema[], value: unknown, definitions: Definitions): string | undefined {
  let furthest = "";
  for (const choice of choices) {
    const mismatch = findMismatch(choice, value, definitions);
    if (mismatch === undefined) return undefined;
    // The longest path is the most informative.
    if (mismatch.length > furthest.length) furthest = mismatch;
  }
  return furthest;
}

function findInArray(
  { prefixItems = [], items }: AnswerSchema,
  value: readonly unknown[],
  definitions: Definitions,
): string | undefined {
  for (let index = 0; index < Math.max(value.length, prefixItems.length); index++) {
    const itemSchema = prefixItems[index] ?? items;
    const mismatch = itemSchema && findMismatch(itemSchema, value[index], definitions);
    if (mismatch !== undefined) return joinPath(index, mismatch);
  }
  return undefined;
}

function findInObject(
  { properties, optional, values }: AnswerSchema,
  value: object,
  definitions: Definitions,
): string | undefined {
  for (const name of Object.keys(properties ?? value)) {
    const partSchema = properties ? properties[name] : values;
    if (!partSchema || (optional?.includes(name) && !Object.hasOwn(value, name))) continue;
    // A missing property is undefined, which every schema rejects.
    const mismatch = findMismatch(partSchema, (value as Record<string, unknown>)[name], definitions);
    if (mismatch !== undefined) return joinPath(name, mismatch);
  }
  return undefined;
}

const joinPath = (part: string | number, rest: string) => (rest === "" ? `${part}` : `${part}.${rest}`);
