import { lessonOptions } from "../../../contract/desk-limits.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { type Field, ownOptions, type Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { unitSign } from "../../../protocol/units.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { type CardDraft, emptyOption } from "./lesson-draft.ts";

/** A question of the quest's form, and what it fills in on a card, so that volunteers practise what they will answer. */
export type FormQuestion = { key: string; label: string; fills: Partial<CardDraft> };

/** Those that ask for a number, or for one or more of a few options. */
export function questionsOf(protocol: Pick<Protocol, "fields"> | null | undefined, questType: string): FormQuestion[] {
  const fields = allFields((protocol ?? specificationForm(questType)).fields);
  return fields.flatMap((field) => {
    const label = plainText(field.label, fields);
    const fills = fillsOf(field, fields);
    return fills ? [{ key: field.key, label, fills: { text: label, ...fills } }] : [];
  });
}

function fillsOf(field: Field, fields: readonly Field[]): Partial<CardDraft> | undefined {
  if (field.kind === "number" || field.kind === "integer") {
    return { kind: "value", unit: field.unit === undefined ? "" : unitSign(field.unit) };
  }
  if (field.kind !== "choice" && field.kind !== "choices") return undefined;
  const options = ownOptions(field).map(({ label }) => ({ ...emptyOption(), text: plainText(label, fields) }));
  const fits = options.length >= lessonOptions.min && options.length <= lessonOptions.max;
  return fits ? { kind: "choice", options } : undefined;
}
