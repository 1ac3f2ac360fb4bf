import type { KeyOf } from "../texts/keys.ts";

/** What a question can be answered with, in the order in which an editor offers it. */
export const fieldKinds = [
  "number",
  "integer",
  "choice",
  "choices",
  "yes_no",
  "text",
  "date",
  "time",
  "photo",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** How `shown_when` compares an earlier field with a value; `includes` is for `choices`. */
export const comparisons = ["=", "!=", "<", "<=", ">", ">=", "includes"] as const;
export type Comparison = (typeof comparisons)[number];

/** Words of a quest: in one language, or by language tag: `{ en: "Depth", "pt-BR": "Profundidade" }`. */
export type LocalizedText = string | Readonly<Record<string, string>>;

/** What stands on the screen: words of a quest, or a text of `protocol.json`. */
export type FieldText = LocalizedText | { readonly saying: KeyOf<"protocol"> };

/** The field is asked only where an earlier field has an answer for which this is true. */
export type Condition = { field: string; op: Comparison; value: string | number | boolean };

export type Option = { value: string; label: LocalizedText };

/** What a field of any kind has. */
type FieldOf<Kind extends FieldKind> = {
  /** `[a-z][a-z0-9_]*`; it never changes, because values are kept and exported under it. */
  key: string;
  kind: Kind;
  /** The question. */
  label: FieldText;
  hint?: FieldText | undefined;
  /** The heading of the part of the form that begins with this field. */
  heading?: LocalizedText | undefined;
  required?: boolean | undefined;
  shown_when?: Condition | undefined;
  /** The URI that a data release maps the field to. */
  term?: string | undefined;
  /** The rest stands in the specification's form only. The heading of its step, where that is not the label. */
  title?: FieldText;
  /** The column of an export. */
  column?: string;
};

type Numeric = {
  /** UCUM code. */
  unit?: string | undefined;
  /** Hard bounds, in the unit: a value outside is refused. */
  min?: number | undefined;
  max?: number | undefined;
  /** The value is `min`, or 0 where there is none, and a whole number of steps. */
  step?: number | undefined;
  /** Soft bounds: a value outside is asked about once more, and kept. */
  expected_min?: number | undefined;
  expected_max?: number | undefined;
};
/** `YYYY-MM-DD` of a date, `HH:MM` of a time. */
type Moments = { min?: string | undefined; max?: string | undefined };
type Optioned = { options: readonly Option[] };

export type NumberField = FieldOf<"number"> & Numeric;
export type IntegerField = FieldOf<"integer"> & Numeric;
export type ChoiceField = FieldOf<"choice"> & Optioned;
export type ChoicesField = FieldOf<"choices"> & Optioned;
export type YesNoField = FieldOf<"yes_no">;
/** `pattern` is a regular expression that the whole text has to match; see `patterns.ts`. */
export type TextField = FieldOf<"text"> & { pattern?: string | undefined };
export type DateField = FieldOf<"date"> & Moments;
export type TimeField = FieldOf<"time"> & Moments;
/** Its picture is a file of its own; among the values it has none. */
export type PhotoField = FieldOf<"photo">;

/** One question of a protocol, as data; `kinds.ts` says what is known of its kind. */
export type Field =
  | NumberField
  | IntegerField
  | ChoiceField
  | ChoicesField
  | YesNoField
  | TextField
  | DateField
  | TimeField
  | PhotoField;

/** What a quest asks of a data point, in the order of asking. */
export type Protocol = {
  fields: readonly Field[];
  /** How many data points are wanted of an adventurer. */
  target_count?: number | undefined;
  /** How far apart, at least. */
  spacing_meters?: number | undefined;
  /** The photo of the data point itself. Where this is missing it is asked for unless a field asks for one. */
  photo?: { required: boolean; hint?: LocalizedText | undefined } | undefined;
  /** Whether the plant on the photo is identified; where this is missing, for quests about trees. */
  plant_id?: boolean | undefined;
};

/** A value as JSON has it: a number, an option, options, yes or no, a text, `YYYY-MM-DD`, `HH:MM`. */
export type Value = number | string | boolean | readonly string[];

/** What is kept of a data point's answers, by key: its `additional_data`. */
export type Values = Readonly<Record<string, unknown>>;

export type Cell = string | number | boolean | null;
