import type { QuestFormInput } from "../../../contract/quests.ts";

export type DemoProtocol = NonNullable<QuestFormInput["protocol"]>;
type DemoField = DemoProtocol["fields"][number];
type Text = DemoField["label"];

/** The words of a field in another language: its label, or all that it says. */
export type Words = string | { label: string; hint?: string; heading?: string; options?: Record<string, string> };

/** Options by their values. */
export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/**
 * A protocol that speaks one more language. `words` has every field's by its key, and those of the photo of the point itself
 * as `photo`. @throws where words are missing
 */
export function inLanguage(protocol: DemoProtocol, language: string, words: Record<string, Words>): DemoProtocol {
  const add = (text: Text, other: string | undefined, where: string): Text => {
    if (other === undefined) throw new Error(`${where} has no words in ${language}`);
    return { ...(typeof text === "string" ? { en: text } : text), [language]: other };
  };
  const fields = protocol.fields.map((field): DemoField => {
    const { key } = field;
    const given = words[key];
    const { label, hint, heading, options } = typeof given === "object" ? given : { label: given };
    const said = {
      label: add(field.label, label, key),
      ...(field.hint === undefined ? {} : { hint: add(field.hint, hint, `${key}, hint`) }),
      ...(field.heading === undefined ? {} : { heading: add(field.heading, heading, `${key}, heading`) }),
    };
    if (!("options" in field)) return { ...field, ...said };
    return {
      ...field,
      ...said,
      options: field.options.map((option) => ({
        ...option,
        label: add(option.label, options?.[option.value], `${key}, ${option.value}`),
      })),
    };
  });
  const { photo } = protocol;
  if (!photo?.hint) return { ...protocol, fields };
  const { photo: photoWords } = words;
  return {
    ...protocol,
    fields,
    photo: { ...photo, hint: add(photo.hint, typeof photoWords === "string" ? photoWords : undefined, "photo") },
  };
}

/** The fields of these keys, in this order. @throws where one is missing */
export function fieldsOf(protocol: DemoProtocol, ...keys: string[]): DemoField[] {
  return keys.map((key) => {
    const field = protocol.fields.find((each) => each.key === key);
    if (!field) throw new Error(`no field ${key}`);
    return field;
  });
}
