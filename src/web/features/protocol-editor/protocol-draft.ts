import type { Comparison, FieldKind, FieldText, LocalizedText, Option, Protocol } from "../../../protocol/field.ts";

/** Words as typed, by language tag. */
export type TextDraft = {
  readonly texts: Readonly<Record<string, string>>;
  /** Written without a language: it stays so while it has only one. */
  readonly isPlain: boolean;
};

export type OptionDraft = {
  readonly id: string;
  readonly value: string;
  /** Until then the value is made from the label. */
  readonly isValueTyped: boolean;
  readonly label: TextDraft;
};

/** The field that is compared is named by its id: its key may change. */
export type ConditionDraft = { readonly fieldId: string; readonly op: Comparison; readonly value: string };

/** One field as typed, with what was typed for other kinds than its own. */
export type FieldDraft = {
  /** Its name while it is edited. */
  readonly id: string;
  readonly kind: FieldKind;
  readonly key: string;
  /** Until then the key is made from the label. */
  readonly isKeyTyped: boolean;
  /** Under which it was saved. */
  readonly savedKey: string | undefined;
  readonly label: TextDraft;
  readonly hint: TextDraft;
  readonly heading: TextDraft;
  readonly required: boolean;
  readonly unit: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly expected_min: string;
  readonly expected_max: string;
  readonly pattern: string;
  readonly options: readonly OptionDraft[];
  readonly condition: ConditionDraft | undefined;
  readonly term: string;
};

/** A protocol as typed: text wherever something is typed, empty where nothing is. */
export type ProtocolDraft = {
  /** The first is the one that everything is written in. */
  readonly languages: readonly string[];
  readonly fields: readonly FieldDraft[];
  readonly target_count: string;
  readonly spacing_meters: string;
  /** `unsaid`: asked for unless a field asks for a photo. */
  readonly photo: "required" | "optional" | "unsaid";
  readonly photoHint: TextDraft;
  /** Undefined: as is usual for the quest's type. */
  readonly plantId: boolean | undefined;
};

let count = 0;
export function makeId(): string {
  count += 1;
  return `draft-${count}`;
}

export const noText: TextDraft = { texts: {}, isPlain: true };

export const emptyField: Omit<FieldDraft, "id" | "kind"> = {
  key: "",
  isKeyTyped: false,
  savedKey: undefined,
  label: noText,
  hint: noText,
  heading: noText,
  required: false,
  unit: "",
  min: "",
  max: "",
  step: "",
  expected_min: "",
  expected_max: "",
  pattern: "",
  options: [],
  condition: undefined,
  term: "",
};

export const emptyDraft = (language: string): ProtocolDraft => ({
  languages: [language],
  fields: [],
  target_count: "",
  spacing_meters: "",
  photo: "unsaid",
  photoHint: noText,
  plantId: undefined,
});

/** What a new option starts as. */
export const makeOption = (): OptionDraft => ({ id: makeId(), value: "", isValueTyped: false, label: noText });

/**
 * A protocol as the editor holds it.
 * @param language of texts that are written without one
 * @param isSaved whether data points may exist under the keys
 */
export function draftOf(protocol: Protocol, language: string, isSaved = false): ProtocolDraft {
  const languages = languagesOf(protocol, language);
  const [main = language] = languages;
  const textDraft = (text: FieldText | undefined): TextDraft => {
    if (text === undefined || isSaying(text)) return noText;
    return typeof text === "string" ? { texts: { [main]: text }, isPlain: true } : { texts: text, isPlain: false };
  };
  const optionDraft = ({ value, label }: Option): OptionDraft => ({
    id: makeId(),
    value,
    isValueTyped: true,
    label: textDraft(label),
  });
  const ids = new Map<string, string>();
  const fields = protocol.fields.map((field): FieldDraft => {
    const { key, kind, label, hint, heading, required = false, shown_when: condition, term = "" } = field;
    const id = makeId();
    const draft: FieldDraft = {
      ...emptyField,
      id,
      kind,
      key,
      isKeyTyped: true,
      savedKey: isSaved ? key : undefined,
      label: textDraft(label),
      hint: textDraft(hint),
      heading: textDraft(heading),
      required,
      term,
      condition: condition && {
        fieldId: ids.get(condition.field) ?? "",
        op: condition.op,
        value: String(condition.value),
      },
      ...("unit" in field ? { unit: field.unit ?? "" } : {}),
      ...("min" in field ? { min: textOf(field.min) } : {}),
      ...("max" in field ? { max: textOf(field.max) } : {}),
      ...("step" in field ? { step: textOf(field.step) } : {}),
      ...("expected_min" in field ? { expected_min: textOf(field.expected_min) } : {}),
      ...("expected_max" in field ? { expected_max: textOf(field.expected_max) } : {}),
      ...("pattern" in field ? { pattern: field.pattern ?? "" } : {}),
      ...("options" in field ? { options: field.options.map(optionDraft) } : {}),
    };
    ids.set(key, id);
    return draft;
  });
  return {
    languages,
    fields,
    target_count: textOf(protocol.target_count),
    spacing_meters: textOf(protocol.spacing_meters),
    photo: protocol.photo ? (protocol.photo.required ? "required" : "optional") : "unsaid",
    photoHint: textDraft(protocol.photo?.hint),
    plantId: protocol.plant_id,
  };
}

const textOf = (value: number | string | undefined) => (value === undefined ? "" : String(value));

const isSaying = (text: FieldText): text is Extract<FieldText, { saying: unknown }> =>
  typeof text === "object" && "saying" in text && text.saying.startsWith("protocol.");

/** Every language that a protocol has texts in; the one it is written in most comes first. */
function languagesOf(protocol: Protocol, otherwise: string): string[] {
  const counts = new Map<string, number>();
  const visit = (text: FieldText | undefined) => {
    if (typeof text !== "object" || isSaying(text)) return;
    for (const language of Object.keys(text as Exclude<LocalizedText, string>)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  };
  visit(protocol.photo?.hint);
  for (const field of protocol.fields) {
    for (const text of [field.label, field.hint, field.heading]) visit(text);
    if ("options" in field) for (const { label } of field.options) visit(label);
  }
  const found = [...counts].sort(([, one], [, other]) => other - one).map(([language]) => language);
  return found.length > 0 ? found : [otherwise];
}
