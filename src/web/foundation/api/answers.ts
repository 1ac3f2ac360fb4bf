import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import { ApiError } from "./api-error.ts";
import { findMismatch } from "./check-answer.ts";
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
