import type { KeyOf } from "../texts/keys.ts";
import type { Geometry } from "./geometry.ts";
import { onceFor } from "./once-for.ts";

/** The kinds of fields, in the editor's order. */
export const fieldKinds = [
  "number",
  "integer",
  "choice",
  "choices",
  "rank",
  "yes_no",
  "text",
  "barcode",
  "date",
  "time",
  "datetime",
  "photo",
  "audio",
  "file",
  "point",
  "line",
  "area",
  "calculated",
  "group",
  "note",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Kinds whose answer is a file, sent beside the values. */
export const fileKinds = ["photo", "audio", "file"] as const satisfies readonly FieldKind[];
export type FileKind = (typeof fileKinds)[number];

/** Operators of `shown_when`; `includes` is for `choices`. */
export const comparisons = ["=", "!=", "<", "<=", ">", ">=", "includes"] as const;
export type Comparison = (typeof comparisons)[number];

/** Text in one language, or by language tag: `{ en: "Depth", "pt-BR": "Profundidade" }`. */
export type LocalizedText = string | Readonly<Record<string, string>>;

/** Text on the screen: the quest's own, or a text of `protocol.json`. */
export type FieldText = LocalizedText | { readonly saying: KeyOf<"protocol"> };

export const isSaying = (text: FieldText): text is Extract<FieldText, { saying: unknown }> =>
  typeof text === "object" && "saying" in text && text.saying.startsWith("protocol.");

/** A text in a language, or else in English or its first language. */
export const textIn = (text: LocalizedText, language: string): string =>
  typeof text === "string" ? text : (text[language] ?? text.en ?? Object.values(text)[0] ?? "");

/** A comparison with an earlier field's answer. It is written as it is read, because older apps know it. */
export type Condition = { field: string; op: Comparison; value: string | number | boolean };

/** An expression as text; see `expressions/`. */
export type Formula = { expression: string };

export const soundFormats = ["webm", "ogg", "mp4", "mp3"] as const;

/** What an organization uploaded for its questions and options. */
type Medium<Words> = {
  id: string;
  /** What it shows or plays, for those who don't see or hear it. */
  alt: Words;
};
/** The server sets all but id and words when the protocol is saved. */
export type MediaIn<Words> = {
  picture?:
    | (Medium<Words> & {
        /** In pixels. */
        width?: number | undefined;
        height?: number | undefined;
      })
    | undefined;
  sound?:
    | (Medium<Words> & { format?: (typeof soundFormats)[number] | undefined; seconds?: number | undefined })
    | undefined;
};
export type Media = MediaIn<LocalizedText>;
export type Picture = NonNullable<Media["picture"]>;
export type Sound = NonNullable<Media["sound"]>;

export type Option = Media & {
  value: string;
  label: LocalizedText;
  /** Columns that the field's filter compares, by name. */
  attributes?: Readonly<Record<string, string>> | undefined;
};

/** A list of the quest's organization, as the source of choices; see `lists/`. */
export type ListReference = {
  id: number;
  /** The server sets the newest when the protocol is saved. */
  version?: number | undefined;
  /** Compares columns of the list, like `Optioned.filter`. */
  filter?: string | undefined;
};

/** A list that expressions look things up in, by its name in them. */
export type NamedList = Pick<ListReference, "id" | "version"> & { name: string };

type FieldOf<Kind extends FieldKind> = Media & {
  /** Meets `isKey`, and never changes, because values are stored and exported under it. */
  key: string;
  kind: Kind;
  label: FieldText;
  hint?: FieldText | undefined;
  /** Heading of the section that starts with this field. */
  heading?: LocalizedText | undefined;
  /** The section of its heading is closed until somebody opens it, or something in it is required or wrong. */
  folded?: boolean | undefined;
  /** In a form in pages, it is on the page of the field before it, unless it has a heading. */
  same_page?: boolean | undefined;
  required?: boolean | undefined;
  /** One comparison or an expression, as it was sent; `conditionOf` reads both. */
  shown_when?: Condition | Formula | undefined;
  /** Must be met by an answer, which is `.` in it. */
  constraint?: (Formula & { message?: LocalizedText | undefined }) | undefined;
  required_when?: Formula | undefined;
  /** The form's first answer. */
  default?: Formula | undefined;
  /** Volunteers see the field and can't change it: it follows its default, see `ruleOfValue`. */
  read_only?: boolean | undefined;
  /** The form's first answer is the volunteer's last one, before any default. Not of photos. */
  same_as_last?: boolean | undefined;
  /** URI that data releases map the field to. */
  term?: string | undefined;
  /**
   * The remaining properties are only in the specification's form. Heading of its step, if it differs from the label.
   */
  title?: FieldText;
  column?: string;
};

type Numeric = {
  /** UCUM code. */
  unit?: string | undefined;
  /** Hard bounds in the unit: values outside are rejected. */
  min?: number | undefined;
  max?: number | undefined;
  /** Values are `min` (or 0) plus a whole number of steps. */
  step?: number | undefined;
  /** Soft bounds: volunteers confirm values outside, and they are kept. */
  expected_min?: number | undefined;
  expected_max?: number | undefined;
};
/** `YYYY-MM-DD` for a date, `HH:MM` for a time, `YYYY-MM-DDTHH:MM` for both, in the volunteer's time zone. */
type Moments = { min?: string | undefined; max?: string | undefined };
/** Choices are either options of the protocol or a list. */
type Optioned = {
  options?: readonly Option[] | undefined;
  /** An expression that offered options meet. Bare names in it are their attributes: `region = ${region}`. */
  filter?: string | undefined;
  list?: ListReference | undefined;
};

export type NumberField = FieldOf<"number"> & Numeric;
export type IntegerField = FieldOf<"integer"> &
  Numeric & {
    /** Larger buttons, for counting while looking elsewhere. */
    counter?: boolean | undefined;
  };
/** In a form in pages, tapping an option leads to the next page. */
type Quick = { quick?: boolean | undefined };
export type ChoiceField = FieldOf<"choice"> & Optioned & Quick;
export type ChoicesField = FieldOf<"choices"> & Optioned;
/** Its value is all options, the first first. */
export type RankField = FieldOf<"rank"> & { options: readonly Option[] };
export type YesNoField = FieldOf<"yes_no"> & Quick;
/** Whether accepted answers are part of public results; see `public-fields.ts`. */
type Closed = { public?: boolean | undefined };
/** `pattern` is a regular expression that must match the whole text; see `patterns.ts`. */
export type TextField = FieldOf<"text"> & Closed & { pattern?: string | undefined };
/** The text of a code, scanned or typed. */
export type BarcodeField = FieldOf<"barcode"> & Closed;
export type DateField = FieldOf<"date"> & Moments;
export type TimeField = FieldOf<"time"> & Moments;
export type DateTimeField = FieldOf<"datetime"> & Moments;
/** A photo is a separate file and has no entry in the values; so are the files of the other `fileKinds`. */
export type PhotoField = FieldOf<"photo"> &
  Closed & {
    /** Its picture can be held over what the camera shows. */
    outline?: boolean | undefined;
    /** Asks for a scale in the photo. */
    scale?: boolean | undefined;
  };
/** Recorded on the spot. */
export type AudioField = FieldOf<"audio"> & Closed;
/** A PDF. */
export type FileField = FieldOf<"file"> & Closed;
/** Where something is, besides the data point, or where somebody walked; see `geometry.ts`. */
export type PointField = FieldOf<"point">;
export type LineField = FieldOf<"line">;
export type AreaField = FieldOf<"area">;
/** Calculated on the phone, shown and kept, never asked. The server calculates it again. */
export type CalculatedField = FieldOf<"calculated"> & Formula & { unit?: string | undefined };

export type Repeat = {
  min?: number | undefined;
  /** By default, `rowsPerGroupMax`. */
  max?: number | undefined;
  /** How many rows there are; then volunteers neither add nor remove any. */
  count?: Formula | undefined;
};
/** Fields that are answered several times, such as once for each bird. Its value is a list of rows. */
export type GroupField = FieldOf<"group"> & {
  repeat: Repeat;
  /** Names a row by its answers: `${count} × ${species}`. */
  row_label?: LocalizedText | undefined;
  fields: readonly Field[];
};

/** A text between the questions. It has no value and no column. */
export type NoteField = FieldOf<"note">;

/** One field of a protocol, as data. */
export type Field =
  | NumberField
  | IntegerField
  | ChoiceField
  | ChoicesField
  | RankField
  | YesNoField
  | TextField
  | BarcodeField
  | DateField
  | TimeField
  | DateTimeField
  | PhotoField
  | AudioField
  | FileField
  | PointField
  | LineField
  | AreaField
  | CalculatedField
  | GroupField
  | NoteField;

/** Whether volunteers answer it. */
export const takesAnswer = ({ kind }: { kind: FieldKind }): boolean => kind !== "calculated" && kind !== "note";

/** Whether its answer is a file. */
export const takesFile = <Asked extends { kind: FieldKind }>(
  field: Asked,
): field is Extract<Asked, { kind: FileKind }> => fileKinds.some((kind) => kind === field.kind);

/** The options of the protocol itself; none if the choices are a list's. */
export const ownOptions = (field: Field): readonly Option[] => ("options" in field && field.options) || [];

export const optionsByValue: (options: readonly Option[]) => ReadonlyMap<string, Option> = onceFor(
  (options) => new Map(options.map((option) => [option.value, option])),
);

/** The list that has a field's choices. */
export const listOf = (field: Field): ListReference | undefined =>
  field.kind === "choice" || field.kind === "choices" ? field.list : undefined;

/** The fields and settings of a data point, in order. */
export type Protocol = {
  fields: readonly Field[];
  lists?: readonly NamedList[] | undefined;
  /** Data points wanted per volunteer. */
  target_count?: number | undefined;
  spacing_meters?: number | undefined;
  /** The data point's own photo. By default it is asked for unless a field asks for one. */
  photo?: { required: boolean; hint?: LocalizedText | undefined } | undefined;
  /** Whether to identify the plant in the photo; by default, for tree quests. */
  plant_id?: boolean | undefined;
  /** One question a screen. */
  pages?: boolean | undefined;
};

/**
 * A JSON value: a number, option, list of options, boolean, text, `YYYY-MM-DD`, `HH:MM`, both with a `T`, a point, line or
 * area, or rows of a group.
 */
export type Value = number | string | boolean | readonly string[] | readonly Row[] | Geometry;
/** One row of a group: values by key. */
export type Row = { readonly [key: string]: Value };

/** A data point's stored answers by key: its `additional_data`. */
export type Values = Readonly<Record<string, unknown>>;

export type Cell = string | number | boolean | null;
