import volunteers from "virtual:answer-schemas/volunteers";
import type { AnswerSchemas } from "../../../contract/answer-schemas.ts";
import type { CallName, Calls, ResponseOf } from "../../../contract/calls.ts";
import { ApiError } from "./api-error.ts";
import { findMismatch } from "./check-answer.ts";

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
  const { answers, definitions } = await schemasOf(name);
  const schema = answers[name];
  const mismatch = schema && findMismatch(schema, body, definitions);
  if (mismatch !== undefined) {
    console.error(`The answer to ${name} is not the contract's${mismatch && `, at ${mismatch}`}.`);
    throw new ApiError(status, body);
  }
  return body as ResponseOf<Calls[Name]>;
}

/** Loads the staff schemas on demand, so that volunteers' phones don't need them. */
async function schemasOf(name: CallName): Promise<AnswerSchemas> {
  if (name in volunteers.answers) return volunteers;
  return (await import("virtual:answer-schemas/staff")).default;
}

/** Falls back to text, because a proxy's error page is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
