import { checkAnswers } from "../src/protocol/check-values.ts";
import type { Protocol, Values } from "../src/protocol/field.ts";
import type { FindItem } from "../src/protocol/lists/choice-columns.ts";

export const findProblems = (...asked: Parameters<typeof checkAnswers>) => checkAnswers(...asked).problems;

/** What is kept of values that have no problems. */
export const keptValues = (protocol: Protocol, values: Values, now?: string, findItem?: FindItem): Values =>
  checkAnswers(protocol, values, undefined, now, findItem).values();
