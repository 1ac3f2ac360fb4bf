import type { CallName } from "../../../contract/all-calls.ts";
import type { AnswerSchema } from "../../../contract/answer-schemas.ts";
import type { Route } from "../../../contract/call.ts";

/** With the schema of its answer, if that is JSON. */
type KnownCall = Route & { answer: AnswerSchema | undefined };

const known: { [Name in CallName]?: KnownCall } = {};
/** The parts that answers share, which schemas reference. */
export const partsOfAnswers: Record<string, AnswerSchema> = {};

/** Called by the modules that `scripts/calls-plugin.ts` makes of the contract. */
export function knowCall(
  name: CallName,
  answer: AnswerSchema | undefined,
  method: Route["method"],
  path: Route["path"],
  access: Route["access"],
  keptOffline?: Route["keptOffline"],
): void {
  known[name] = { answer, method, path, access, keptOffline };
}
export function knowPart(name: string, part: AnswerSchema): void {
  partsOfAnswers[name] = part;
}

export function knownCall(name: CallName): KnownCall {
  const call = known[name];
  if (!call) throw new Error(`No code names the call ${name}.`);
  return call;
}
