import type { Field } from "../../../protocol/field.ts";
import { resultIn } from "../../../protocol/form-state.ts";
import { fillReferences, hasReference } from "../../../protocol/references.ts";
import { localIso } from "../local-iso.ts";
import { formatMeasurement } from "../measurements.tsx";
import { type Answer, answersOf } from "./answers.ts";

/** Valid answers of shown fields, and calculated results. */
export type KnownAnswers = ReadonlyMap<string, unknown>;

/** Replaces `${key}` in a field's texts by the answer; an empty answer is `…`. */
export function withAnswers(field: Field, fields: readonly Field[], known: KnownAnswers): Field {
  const { label, hint, heading } = field;
  if (![label, hint, heading].some(hasReference)) return field;
  const answerOf = (key: string) => {
    const named = fields.find((each) => each.key === key);
    const value = known.get(key);
    if (!named) return undefined;
    return value === undefined
      ? "…"
      : formatMeasurement({ value, unit: "unit" in named ? named.unit : undefined, field: named });
  };
  return {
    ...field,
    label: fillReferences(label, answerOf),
    ...(hint !== undefined && { hint: fillReferences(hint, answerOf) }),
  };
}

/** The answer that a field starts with; undefined if it has no default. */
export function firstAnswer(field: Field, known: KnownAnswers): Answer | undefined {
  if (!field.default) return undefined;
  const value = resultIn(field.default, known, localIso(new Date()));
  return answersOf({ fields: [field] }, { [field.key]: value })[field.key];
}
