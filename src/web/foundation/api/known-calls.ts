import type { CallName } from "../../../contract/all-calls.ts";
import type { AnswerSchema } from "../../../contract/answer-schemas.ts";
import type { Route } from "../../../contract/call.ts";

const known: { [Name in CallName]?: { route: Route; answer: AnswerSchema | undefined } } = {};
/** The parts that answers share, which schemas reference. */
export const partsOfAnswers: Record<string, AnswerSchema> = {};

/** Called by the modules that `scripts/calls-plugin.ts` makes of the contract. */
export function knowCall(name: CallName, route: Route, answer?: AnswerSchema): void {
  known[name] = { route, answer };
}
export function knowPart(name: string, part: AnswerSchema): void {
  partsOfAnswers[name] = part;
}

function find(name: CallName) {
  const call = known[name];
  if (!call) throw new Error(`No code names the call ${name}.`);
  return call;
}

export const routeOf = (name: CallName): Route => find(name).route;
export const answerSchemaOf = (name: CallName): AnswerSchema | undefined => find(name).answer;
