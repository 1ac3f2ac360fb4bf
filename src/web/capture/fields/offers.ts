import { keysIn } from "../../../protocol/expressions/expression.ts";
import { type Field, listOf, ownOptions } from "../../../protocol/field.ts";
import { readExpression } from "../../../protocol/field-expressions.ts";
import { choiceOf, makeFilter } from "../../../protocol/lists/choice-columns.ts";
import { clockIso } from "../../foundation/clock/local-clock.ts";
import type { Offer } from "../../foundation/lists/ask-list.ts";
import type { KnownAnswers } from "./form-reader.ts";

type Known = { id: string; offer: Offer; offered: Field };
const knownOffers = new WeakMap<Field, Known>();

/** The filter of a field and the answers that it uses; undefined without a filter. The same object for equal answers. */
export function offerOf(field: Field, known: KnownAnswers): Offer | undefined {
  return listOf(field) ? findOffer(field, known)?.offer : undefined;
}

/** A field with the options that its filter offers. */
export function offeredField(field: Field, known: KnownAnswers): Field {
  return listOf(field) ? field : (findOffer(field, known)?.offered ?? field);
}

function findOffer(field: Field, known: KnownAnswers): Known | undefined {
  const filter = listOf(field)?.filter ?? ("filter" in field ? field.filter : undefined);
  const expression = filter === undefined ? undefined : readExpression(filter);
  if (filter === undefined || !expression) return undefined;
  const keys = [...keysIn(expression)];
  const answers = Object.fromEntries(keys.map((key) => [key, known.answerOf(key)]));
  const id = JSON.stringify(answers);
  const before = knownOffers.get(field);
  if (before?.id === id) return before;
  const kinds = Object.fromEntries(keys.map((key) => [key, known.kindOf?.(key)]));
  const offer = { filter, answers, kinds, now: clockIso(new Date()) };
  const isOffered = makeFilter(filter, {
    answerOf: (key) => answers[key],
    kindOf: (key) => kinds[key],
    now: offer.now,
  });
  const options = ownOptions(field).filter((option) => isOffered?.(choiceOf(option)) !== false);
  const found = { id, offer, offered: { ...field, options } as Field };
  knownOffers.set(field, found);
  return found;
}
