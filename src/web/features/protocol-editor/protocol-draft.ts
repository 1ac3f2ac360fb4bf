import { isAround } from "../../../protocol/check-field-expressions.ts";
import { findComparisonProblem, readComparison, textOfCondition } from "../../../protocol/comparisons.ts";
import {
  type Comparison,
  type Condition,
  type Field,
  type FieldKind,
  type FieldText,
  isSaying,
  type ListReference,
  listOf,
  type MediaIn,
  type Option,
  ownOptions,
  type Protocol,
} from "../../../protocol/field.ts";
import { isComparison } from "../../../protocol/field-expressions.ts";
import { withWords } from "../../../protocol/media.ts";
import { allFields, type Place, placesOf } from "../../../protocol/places.ts";
import { isOpened } from "../../../protocol/public-fields.ts";

/** Texts as typed, by language tag. */
export type TextDraft = {
  readonly texts: Readonly<Record<string, string>>;
  /** Stored without a language tag, as long as there is only one language. */
  readonly isPlain: boolean;
};

export type MediaDraft = Readonly<MediaIn<TextDraft>>;

export type OptionDraft = MediaDraft & {
  readonly id: string;
  readonly value: string;
  /** Otherwise the value is generated from the label. */
  readonly isValueTyped: boolean;
  readonly label: TextDraft;
  readonly attributes?: Option["attributes"];
};

/** A comparison with an earlier answer. Refers to the field by id, because its key can change. */
export type ConditionDraft = {
  readonly fieldId: string;
  readonly op: Comparison;
  readonly value: string;
  /** It came as an expression, and is written as one. */
  readonly isExpression?: true;
};

/** A field as typed. Keeps what was typed for other kinds. */
export type FieldDraft = MediaDraft & {
  /** Only for editing. */
  readonly id: string;
  readonly kind: FieldKind;
  readonly key: string;
  /** Otherwise the key is generated from the label. */
  readonly isKeyTyped: boolean;
  readonly savedKey: string | undefined;
  readonly label: TextDraft;
  readonly hint: TextDraft;
  readonly heading: TextDraft;
  readonly folded: boolean;
  readonly required: boolean;
  readonly unit: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly expected_min: string;
  readonly expected_max: string;
  readonly pattern: string;
  readonly counter: boolean;
  readonly outline: boolean;
  readonly scale: boolean;
  readonly samePage: boolean;
  readonly quick: boolean;
  readonly sameAsLast: boolean;
  readonly isPublic: boolean;
  readonly options: readonly OptionDraft[];
  /** Has the choices instead of the options; id 0 until one is chosen. */
  readonly list: Pick<ListReference, "id" | "version"> | undefined;
  readonly condition: ConditionDraft | undefined;
  readonly term: string;
  /** Expressions, empty if there are none. `shownWhen` replaces the condition, and has what isn't a comparison. */
  readonly formulas: Formulas;
  readonly constraintMessage: TextDraft;
  readonly readOnly: boolean;
  /** The group that it is in, which is before it. */
  readonly groupId: string | undefined;
  /** How many rows a group has, and their name. */
  readonly repeatMin: string;
  readonly repeatMax: string;
  readonly rowLabel: TextDraft;
};

export const formulaNames = [
  "shownWhen",
  "requiredWhen",
  "constraint",
  "preset",
  "expression",
  "filter",
  "rowCount",
] as const;
export type FormulaName = (typeof formulaNames)[number];
export type Formulas = Readonly<Record<FormulaName, string>>;

/** Id 0 until a list is chosen. */
export type ListDraft = {
  readonly id: string;
  readonly name: string;
  readonly list: Pick<ListReference, "id" | "version">;
};

/** A protocol as typed. */
export type ProtocolDraft = {
  /** The first is the main language. */
  readonly languages: readonly string[];
  readonly fields: readonly FieldDraft[];
  /** That formulas look things up in. */
  readonly lists: readonly ListDraft[];
  readonly target_count: string;
  readonly spacing_meters: string;
  /** `unsaid`: required unless a field asks for a photo. */
  readonly photo: "required" | "optional" | "unsaid";
  readonly photoHint: TextDraft;
  /** Undefined: the default of the quest's type. */
  readonly plantId: boolean | undefined;
  readonly pages: boolean;
};

let count = 0;
export function makeId(): string {
  count += 1;
  return `draft-${count}`;
}

/** Ids made from now on differ from those of a draft that was kept. */
export function reserveIds({ fields }: Pick<ProtocolDraft, "fields">): void {
  const ids = fields.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  count = Math.max(count, ...ids.map((id) => Number(id.replace(/^draft-/, "")) || 0));
}

export const noText: TextDraft = { texts: {}, isPlain: true };

export const emptyField: Omit<FieldDraft, "id" | "kind"> = {
  key: "",
  isKeyTyped: false,
  savedKey: undefined,
  label: noText,
  hint: noText,
  heading: noText,
  folded: false,
  required: false,
  unit: "",
  min: "",
  max: "",
  step: "",
  expected_min: "",
  expected_max: "",
  pattern: "",
  counter: false,
  outline: false,
  scale: false,
  samePage: false,
  quick: false,
  sameAsLast: false,
  isPublic: false,
  options: [],
  list: undefined,
  condition: undefined,
  term: "",
  formulas: { shownWhen: "", requiredWhen: "", constraint: "", preset: "", expression: "", filter: "", rowCount: "" },
  constraintMessage: noText,
  readOnly: false,
  groupId: undefined,
  repeatMin: "",
  repeatMax: "",
  rowLabel: noText,
};

export const emptyDraft = (language: string): ProtocolDraft => ({
  languages: [language],
  fields: [],
  lists: [],
  target_count: "",
  spacing_meters: "",
  photo: "unsaid",
  photoHint: noText,
  plantId: undefined,
  pages: false,
});

export const makeOption = (): OptionDraft => ({ id: makeId(), value: "", isValueTyped: false, label: noText });

/**
 * Converts a protocol for editing.
 * @param language of texts without a language tag
 * @param isSaved whether data points may use the keys
 */
export function draftOf(protocol: Protocol, language: string, isSaved = false): ProtocolDraft {
  const languages = languagesOf(protocol, language);
  const [main = language] = languages;
  const textDraft = (text: FieldText | undefined): TextDraft => {
    if (text === undefined || isSaying(text)) return noText;
    return typeof text === "string" ? { texts: { [main]: text }, isPlain: true } : { texts: text, isPlain: false };
  };
  const optionDraft = ({ value, label, attributes, ...media }: Option): OptionDraft => ({
    ...(attributes && { attributes }),
    ...withWords(media, textDraft),
    id: makeId(),
    value,
    isValueTyped: true,
    label: textDraft(label),
  });
  const ids = new Map<string, string>();
  const earlier = new Map<string, Place>();
  const fields = [...placesOf(protocol.fields)].map((place): FieldDraft => {
    const { field, groups } = place;
    const { key, kind, label, hint, heading, required = false, term = "" } = field;
    const id = makeId();
    const comparison = comparisonOf(place, earlier);
    earlier.set(key, place);
    const draft: FieldDraft = {
      ...emptyField,
      id,
      kind,
      key,
      isKeyTyped: true,
      savedKey: isSaved ? key : undefined,
      label: textDraft(label),
      hint: textDraft(hint),
      ...withWords(field, textDraft),
      heading: textDraft(heading),
      required,
      term,
      condition: comparison && {
        fieldId: ids.get(comparison.field) ?? "",
        op: comparison.op,
        value: String(comparison.value),
        ...(!isComparison(field.shown_when) && { isExpression: true }),
      },
      formulas: { ...formulasOf(field), ...(comparison && { shownWhen: "" }) },
      constraintMessage: textDraft(field.constraint?.message),
      readOnly: field.read_only ?? false,
      groupId: ids.get(groups.at(-1)?.key ?? ""),
      ...(field.kind === "group" && {
        repeatMin: textOf(field.repeat.min),
        repeatMax: textOf(field.repeat.max),
        rowLabel: textDraft(field.row_label),
      }),
      ...("unit" in field ? { unit: field.unit ?? "" } : {}),
      ...("min" in field ? { min: textOf(field.min) } : {}),
      ...("max" in field ? { max: textOf(field.max) } : {}),
      ...("step" in field ? { step: textOf(field.step) } : {}),
      ...("expected_min" in field ? { expected_min: textOf(field.expected_min) } : {}),
      ...("expected_max" in field ? { expected_max: textOf(field.expected_max) } : {}),
      ...("pattern" in field ? { pattern: field.pattern ?? "" } : {}),
      ...fillingOf(field),
      options: ownOptions(field).map(optionDraft),
      list: referenceOf(field),
    };
    ids.set(key, id);
    return draft;
  });
  return {
    languages,
    fields,
    lists: (protocol.lists ?? []).map(({ name, ...list }) => ({ id: makeId(), name, list })),
    target_count: textOf(protocol.target_count),
    spacing_meters: textOf(protocol.spacing_meters),
    photo: protocol.photo ? (protocol.photo.required ? "required" : "optional") : "unsaid",
    photoHint: textDraft(protocol.photo?.hint),
    plantId: protocol.plant_id,
    pages: protocol.pages ?? false,
  };
}

const fillingOf = (field: Field) => ({
  folded: field.folded ?? false,
  samePage: field.same_page ?? false,
  quick: ("quick" in field && field.quick) ?? false,
  sameAsLast: field.same_as_last ?? false,
  isPublic: isOpened(field),
  counter: field.kind === "integer" && field.counter === true,
  outline: field.kind === "photo" && field.outline === true,
  scale: field.kind === "photo" && field.scale === true,
});

function referenceOf(field: Field): FieldDraft["list"] {
  const list = listOf(field);
  if (!list) return undefined;
  const { filter: _, ...reference } = list;
  return reference;
}

/** The comparison that a condition is, if the controls can show it. */
function comparisonOf({ field, groups }: Place, earlier: ReadonlyMap<string, Place>): Condition | undefined {
  const { shown_when: written } = field;
  if (!written || isComparison(written)) return written;
  const comparison = readComparison(written.expression);
  const asked = comparison && earlier.get(comparison.field);
  const isShown = asked && isAround(asked, groups) && !findComparisonProblem(comparison, asked.field);
  return isShown ? comparison : undefined;
}

function formulasOf(field: Field): Formulas {
  const { shown_when: condition, required_when: requiredWhen, constraint, default: preset } = field;
  return {
    shownWhen: condition ? textOfCondition(condition) : "",
    requiredWhen: requiredWhen?.expression ?? "",
    constraint: constraint?.expression ?? "",
    preset: preset?.expression ?? "",
    expression: field.kind === "calculated" ? field.expression : "",
    rowCount: (field.kind === "group" && field.repeat.count?.expression) || "",
    filter: listOf(field)?.filter ?? ("filter" in field ? field.filter : undefined) ?? "",
  };
}

const textOf = (value: number | string | undefined) => (value === undefined ? "" : String(value));

/** All languages of a protocol, most used first. */
function languagesOf(protocol: Protocol, otherwise: string): string[] {
  const counts = new Map<string, number>();
  const visit = (text: FieldText | undefined) => {
    if (typeof text !== "object" || isSaying(text)) return;
    for (const language of Object.keys(text)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  };
  visit(protocol.photo?.hint);
  for (const field of allFields(protocol.fields)) {
    for (const text of [field.label, field.hint, field.heading, field.constraint?.message]) visit(text);
    withWords(field, visit);
    if (field.kind === "group") visit(field.row_label);
    for (const option of ownOptions(field)) {
      visit(option.label);
      withWords(option, visit);
    }
  }
  const found = [...counts].sort(([, one], [, other]) => other - one).map(([language]) => language);
  return found.length > 0 ? found : [otherwise];
}
