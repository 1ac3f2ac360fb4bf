import type { KeyOf, Translate } from "../texts/keys.ts";
import { boundsOf } from "./check-value.ts";
import { type Column, isTaxonTerm } from "./columns.ts";
import { textOfCondition } from "./comparisons.ts";
import { exportedText } from "./exported-text.ts";
import { type Field, type FieldText, isSaying, listOf, ownOptions } from "./field.ts";
import { pointCountMax } from "./geometry.ts";

/** The columns of `dictionary.csv`. Consumers rely on the first seven names and their order. */
export const dictionaryHeader = [
  "key",
  "label",
  "kind",
  "unit",
  "bounds",
  "options",
  "versions",
  "column",
  "hint",
  "required",
  "expected",
  "shown_when",
  "term",
  // The group whose table has the column; empty for the table of data points.
  "table",
] as const;

type Translated = `${"label" | "options"}_${string}`;

/** Describes one column of an export; missing cells are empty. `label_de` is its label in German. */
export type DictionaryRow = Partial<Record<(typeof dictionaryHeader)[number] | Translated, string>>;

/** The header, with columns for each language of the rows: `label_de`, `options_de`. */
export function dictionaryHeaderOf(rows: readonly DictionaryRow[]): (keyof DictionaryRow)[] {
  const translated = rows.flatMap((row) => Object.keys(row).filter(isTranslated));
  return [...dictionaryHeader, ...[...new Set(translated)].sort()];
}

const isTranslated = (name: string): name is Translated => /^(label|options)_/.test(name);

type Words = Translate<KeyOf<"dataset"> | KeyOf<"protocol">>;

/**
 * The dictionary row of a field's column. If versions differ, each text lists its versions.
 * @param t English, because an export has one language
 */
export function describeColumn({ name, key, shows, unit, fields }: Column, t: Words): DictionaryRow {
  const say = (text: FieldText | undefined) => (text === undefined ? "" : textOf(text, t));
  const across = (of: (field: Field) => string) => joinVersions(fields, of, t);
  const base = { key, column: name, versions: rangesOf([...fields.keys()], t) };
  if (shows === "label") {
    return {
      ...base,
      kind: "label",
      label: across((field) => t("dataset.labelOfOption", { label: say(field.label) })),
    };
  }
  if (shows !== "value" && !isTaxonTerm(shows)) {
    return {
      ...base,
      kind: shows === "method" ? "text" : "number",
      unit: unit ?? "",
      label: across((field) => t(`dataset.geometry.${shows}`, { label: say(field.label) })),
    };
  }
  if (shows !== "value") {
    return {
      ...base,
      kind: "text",
      label: across((field) => t("dataset.termOfChoice", { label: say(field.label), term: shows })),
      term: `http://rs.tdwg.org/dwc/terms/${shows}`,
    };
  }
  const [newest] = fields.values();
  return {
    ...base,
    label: across((field) => say(field.label)),
    kind: newest?.kind ?? "text",
    unit: unit ?? "",
    bounds: across((field) => [describeBounds(field, t), describeConstraint(field, t)].filter(Boolean).join(", ")),
    options: describeOptions(fields, t),
    hint: across((field) => say(field.hint)),
    required: across(({ required, required_when: requiredWhen }) =>
      requiredWhen && !required ? requiredWhen.expression : t(required ? "dataset.yes" : "dataset.no"),
    ),
    expected: across((field) =>
      field.kind === "number" || field.kind === "integer"
        ? describeRange(field.expected_min, field.expected_max, t)
        : "",
    ),
    shown_when: across(({ shown_when: condition }) => (condition ? textOfCondition(condition) : "")),
    term: across((field) => field.term ?? ""),
    ...describeInLanguages(fields, t),
  };
}

/** Label and options in every language that the field has. */
function describeInLanguages(fields: Column["fields"], t: Words): DictionaryRow {
  const textsOf = (field: Field) => [field.label, ...ownOptions(field).map(({ label }) => label)];
  const languages = new Set([...fields.values()].flatMap(textsOf).flatMap((text) => Object.keys(byLanguage(text))));
  const row: DictionaryRow = {};
  for (const language of languages) {
    const say = (text: FieldText) => exportedText(byLanguage(text)[language] ?? "");
    const label = joinVersions(fields, (field) => say(field.label), t);
    const options = describeChoices(fields, say, t);
    if (label !== "") row[`label_${language}`] = label;
    if (options !== "") row[`options_${language}`] = options;
  }
  return row;
}

const byLanguage = (text: FieldText): Readonly<Record<string, string>> =>
  typeof text === "string" || isSaying(text) ? {} : text;

function textOf(text: FieldText, t: Words): string {
  return isSaying(text) ? t(text.saying) : exportedText(text);
}

type Versions = readonly (number | null)[];

/** `1 to 3, 5`. Spreadsheets would turn a hyphen into a date. */
function rangesOf(versions: Versions, t: Words): string {
  const numbers = versions.filter((version) => version !== null).toSorted((one, other) => one - other);
  const ranges: { from: number; to: number }[] = [];
  for (const version of numbers) {
    const last = ranges.at(-1);
    if (last?.to === version - 1) last.to = version;
    else ranges.push({ from: version, to: version });
  }
  return [
    ...(versions.includes(null) ? [t("dataset.versions.specification")] : []),
    ...ranges.map(({ from, to }) =>
      from === to ? String(from) : t("dataset.versions.range", { from: String(from), to: String(to) }),
    ),
  ].join(", ");
}

function only(text: string, versions: Versions, t: Words): string {
  const key = versions.every((version) => version === null)
    ? "dataset.versions.onlySpecification"
    : "dataset.versions.only";
  return t(key, { text, versions: rangesOf(versions, t) });
}

/** One text if all versions agree; otherwise each text with its versions, newest first. */
function joinVersions(fields: Column["fields"], of: (field: Field) => string, t: Words): string {
  const versionsOf = new Map<string, (number | null)[]>();
  for (const [version, field] of fields) {
    const text = of(field);
    versionsOf.set(text, [...(versionsOf.get(text) ?? []), version]);
  }
  if (versionsOf.size === 1) return [...versionsOf.keys()].join("");
  return [...versionsOf]
    .filter(([text]) => text !== "")
    .map(([text, versions]) => only(text, versions, t))
    .join("; ");
}

const describeConstraint = ({ constraint }: Field, t: Words) =>
  constraint ? t("dataset.bounds.constraint", { expression: constraint.expression }) : "";

function describeBounds(field: Field, t: Words): string {
  switch (field.kind) {
    case "number":
    case "integer": {
      const { min, max } = boundsOf(field);
      const steps = field.step === undefined ? "" : t("dataset.bounds.step", { step: String(field.step) });
      return [describeRange(min, max, t), steps].filter(Boolean).join(", ");
    }
    case "date":
    case "time":
    case "datetime":
      return describeRange(field.min, field.max, t);
    case "text":
      return field.pattern === undefined ? "" : t("dataset.bounds.pattern", { pattern: field.pattern });
    case "photo":
    case "audio":
    case "file":
      return t("dataset.bounds.file");
    case "choice":
    case "choices":
    case "rank":
    case "barcode":
    case "yes_no":
    case "note":
      return "";
    case "point":
      return t("dataset.bounds.point");
    case "line":
    case "area":
      return t("dataset.bounds.geometry", { max: String(pointCountMax) });
    case "calculated":
      return t("dataset.bounds.calculated", { expression: field.expression });
    case "group": {
      const { min, max, count } = field.repeat;
      return count ? t("dataset.bounds.calculated", { expression: count.expression }) : describeRange(min, max, t);
    }
  }
}

function describeRange(min: number | string | undefined, max: number | string | undefined, t: Words): string {
  if (min !== undefined && max !== undefined)
    return t("dataset.bounds.between", { min: String(min), max: String(max) });
  if (min !== undefined) return t("dataset.bounds.atLeast", { min: String(min) });
  return max === undefined ? "" : t("dataset.bounds.atMost", { max: String(max) });
}

/** `reed=Reed; sand=Sand`: the options of all versions. */
function describeOptions(fields: Column["fields"], t: Words): string {
  return joinOptions(fields, (field) => optionsOf(field, t), t);
}

/** Only options that `say` has words for. */
function describeChoices(fields: Column["fields"], say: (label: FieldText) => string, t: Words): string {
  const choicesOf = (field: Field) =>
    ownOptions(field)
      .map(({ value, label }) => ({ value, label: say(label) }))
      .filter(({ label }) => label !== "")
      .map(({ value, label }) => `${value}=${label}`);
  return joinOptions(fields, choicesOf, t);
}

function joinOptions(fields: Column["fields"], of: (field: Field) => string[], t: Words): string {
  const versionsOf = new Map<string, (number | null)[]>();
  for (const [version, field] of fields) {
    for (const option of of(field)) {
      const versions = versionsOf.get(option);
      if (versions) versions.push(version);
      else versionsOf.set(option, [version]);
    }
  }
  return [...versionsOf]
    .map(([option, versions]) => (versions.length === fields.size ? option : only(option, versions, t)))
    .join("; ");
}

function optionsOf(field: Field, t: Words): string[] {
  if (field.kind === "yes_no") return [`true=${t("dataset.yes")}`, `false=${t("dataset.no")}`];
  const list = listOf(field);
  if (list) return [t("dataset.list", { id: String(list.id), version: String(list.version ?? "") })];
  return ownOptions(field).map(({ value, label }) => `${value}=${exportedText(label)}`);
}
