import { scopeOf } from "../check-field-expressions.ts";
import { type Expression, keysIn } from "../expressions/expression.ts";
import type { Scope } from "../expressions/scope.ts";
import {
  type Field,
  type Formula,
  type GroupField,
  type LocalizedText,
  listOf,
  type Media,
  ownOptions,
  type Protocol,
  takesFile,
} from "../field.ts";
import { conditionOf, readExpression } from "../field-expressions.ts";
import { allFields } from "../places.ts";
import { isOpened } from "../public-fields.ts";
import { referencesIn, volunteerReference } from "../references.ts";
import { uniqueName } from "../unique-name.ts";
import { cairnColumns, noKind } from "./columns.ts";
import { languageName } from "./languages.ts";
import { readConstraint } from "./read-constraint.ts";
import { mediaColumns, pictureFile, soundFile } from "./read-media.ts";
import type { WrittenSheet } from "./table.ts";
import { type FormWords, writeWords } from "./texts.ts";
import { fileName, toXPath, writeConstraint, yesNoNames } from "./write-expression.ts";

/** A protocol with resolved texts. */
export type WordedProtocol = Protocol & { fields: readonly WordedField[] };
export type WordedField = Field & { label: LocalizedText; hint?: LocalizedText | undefined };

export type FormIdentity = { title: string; id: string; version: string };

/** A row by column heading; missing cells are empty. */
type Line = Record<string, string>;

/** Writes a protocol as an XLSForm that `readForm` reads back unchanged. */
export function writeForm(
  protocol: WordedProtocol,
  identity: FormIdentity,
  words: Pick<FormWords, "yes" | "no" | "noFields">,
): WrittenSheet[] {
  const everyField = allFields(protocol.fields) as WordedField[];
  const names = namesOf(everyField);
  const texts = textsOf(protocol);
  const hasPlain = texts.some((text) => typeof text === "string");
  const languages = [...new Set(texts.flatMap((text) => (typeof text === "string" ? [] : Object.keys(text))))];
  /** The same text in all languages of the form. */
  const everywhere = (word: string): LocalizedText =>
    hasPlain || languages.length === 0 ? word : Object.fromEntries(languages.map((language) => [language, word]));
  const survey = linesOfSurvey(protocol, names);
  if (texts.some((text) => referencesIn(text).includes(volunteerReference)))
    survey.unshift({ type: "username", name: names.volunteer });
  if (survey.length === 0)
    survey.push({ type: "note", name: "no_fields", label: words.noFields, [cairnColumns.kind]: noKind });
  return [
    sheetOf("survey", ["type", "name"], survey),
    sheetOf(
      "choices",
      ["list_name", "name"],
      linesOfChoices(everyField, names, {
        yes: everywhere(words.yes),
        no: everywhere(words.no),
      }),
    ),
    sheetOf("settings", [], [linesOfSettings(protocol, identity, hasPlain ? undefined : languages[0])]),
  ];
}

/** Names of fields, groups and the yes/no list. */
type Names = { ofField: (key: string) => string; newGroup: () => string; yesNoList: string; volunteer: string };

/** Names reserved by XLSForm that a field may use; the form's own name is another one. */
const reservedNames = new Set(["meta", "data"]);

function namesOf(fields: readonly WordedField[]): Names {
  const keys = new Set(fields.map(({ key }) => key));
  const isTaken = (name: string) => keys.has(name) || reservedNames.has(name) || groups.has(name) || renamed.has(name);
  const groups = new Set<string>();
  const renamed = new Set<string>();
  const otherNames = new Map<string, string>();
  for (const key of reservedNames) {
    if (!keys.has(key)) continue;
    const name = uniqueName(`${key}_field`, isTaken);
    renamed.add(name);
    otherNames.set(key, name);
  }
  return {
    ofField: (key) => otherNames.get(key) ?? key,
    newGroup: () => {
      const name = uniqueName("part", isTaken);
      groups.add(name);
      return name;
    },
    yesNoList: uniqueName("yes_no", isTaken),
    volunteer: uniqueName("username", isTaken),
  };
}

function linesOfSurvey({ fields, pages = false }: WordedProtocol, names: Names): Line[] {
  const everyField = allFields(fields);
  const nameOf = nameIn(everyField, names);
  const survey = { names, nameOf, byKey: new Map(everyField.map((field) => [field.key, field])), fields, pages };
  return linesOf(fields, survey, pages);
}

/** Names of the fields that a text may refer to, and of the volunteer. */
function nameIn(fields: readonly Field[], names: Names): NameOf {
  const keys = new Set(fields.map(({ key }) => key));
  return (key) => {
    if (key === volunteerReference) return names.volunteer;
    return keys.has(key) ? names.ofField(key) : undefined;
  };
}

type NameOf = (key: string) => string | undefined;
type Survey = {
  names: Names;
  nameOf: NameOf;
  byKey: ReadonlyMap<string, Field>;
  fields: readonly Field[];
  pages: boolean;
};

/** The groups of the form around a row, outermost first: keys of repeats, and undefined for others. */
type Around = readonly (string | undefined)[];

/** The rows of the form, or of a group. @param hasPages whether questions on one page are in a group */
function linesOf(fields: readonly Field[], survey: Survey, hasPages = false, around: Around = []): Line[] {
  const lines: Line[] = [];
  const scope = scopeOf({ fields: survey.fields }, fields[0]);
  let isInGroup = false;
  let isOnPage = false;
  for (const [index, field] of fields.entries()) {
    if (isOnPage && !isOnSamePage(field)) {
      lines.push({ type: "end group" });
      isOnPage = false;
    }
    if (field.heading !== undefined) {
      if (isInGroup) lines.push({ type: "end group" });
      lines.push({
        type: "begin group",
        name: survey.names.newGroup(),
        ...cellsOf("label", field.heading, survey.nameOf),
        ...(field.folded && { appearance: "compact" }),
      });
      isInGroup = true;
    }
    const next = fields[index + 1];
    if (hasPages && !isOnPage && next && isOnSamePage(next)) {
      lines.push({ type: "begin group", name: survey.names.newGroup(), appearance: "field-list" });
      isOnPage = true;
    }
    const within = isInGroup ? [...around, undefined] : around;
    lines.push(lineOf(field as WordedField, survey, scope, within));
    if (field.kind === "group")
      lines.push(...linesOf(field.fields, survey, false, [...within, field.key]), { type: "end repeat" });
  }
  if (isOnPage) lines.push({ type: "end group" });
  if (isInGroup) lines.push({ type: "end group" });
  return lines;
}

const isOnSamePage = ({ same_page: isSame, heading }: Field) => isSame === true && heading === undefined;

function lineOf(field: WordedField, { names, nameOf, byKey, pages }: Survey, scope: Scope, around: Around): Line {
  const { key, label, hint, term } = field;
  const name = names.ofField(key);
  const isList = (each: string) => {
    const type = scope.typeOf(each);
    return type === "list" || type === "rows" || (type === "choices" && byKey.get(each)?.kind !== "choices");
  };
  const pathTo = (group: string) =>
    Array(around.length - around.indexOf(group))
      .fill("..")
      .join("/");
  const form = { fieldOf: (each: string) => byKey.get(each), nameOf: names.ofField, isList, pathTo };
  const writeRead = (expression: Expression | undefined) => (expression ? toXPath(expression, form) : "");
  const write = (formula: Formula | undefined) => writeRead(formula && readExpression(formula.expression));
  const cells = (column: string, text: LocalizedText) => cellsOf(column, text, nameOf);
  return {
    type: typeOf(field, names),
    name,
    ...cells("label", label),
    ...(hint !== undefined && cells("hint", hint)),
    ...mediaOf(field),
    ...rulesOf(field, write, cells),
    ...defaultOf(field, name, write),
    ...(field.shown_when && { relevant: writeRead(conditionOf(field)) }),
    ...filterOf(field, write),
    ...(field.kind === "calculated" && {
      calculation: write(field),
      ...(field.unit !== undefined && { [cairnColumns.unit]: field.unit }),
    }),
    ...(field.kind === "group" && repeatOf(field, write)),
    ...(field.kind === "group" && field.row_label !== undefined && cells(cairnColumns.rowLabel, field.row_label)),
    ...(name !== key && { [cairnColumns.key]: key }),
    ...((field.kind === "yes_no" || field.kind === "point") && { [cairnColumns.kind]: field.kind }),
    ...numbersOf(field),
    ...appearanceOf(field, pages),
    ...(term !== undefined && { [cairnColumns.term]: term }),
    ...(isOpened(field) && { [cairnColumns.public]: "yes" }),
  };
}

/** A form doesn't hold its pictures and sounds; somebody puts the files beside it. */
function mediaOf({ picture, sound, label }: Media & { label: LocalizedText }): Line {
  const filesOf = (file: string) =>
    typeof label === "string" ? file : Object.fromEntries(Object.keys(label).map((each) => [each, file]));
  const cells = (kind: keyof Media, file: string, alt: LocalizedText) => ({
    ...cellsOf(mediaColumns[kind].file, filesOf(file)),
    ...cellsOf(mediaColumns[kind].words, alt),
  });
  return {
    ...(picture && cells("picture", pictureFile(picture), picture.alt)),
    ...(sound && cells("sound", soundFile(sound), sound.alt)),
  };
}

/** ODK has no bounds of rows, only their number. */
function repeatOf({ repeat: { min, max, count } }: GroupField, write: Write): Line {
  if (!count && min !== undefined && min === max) return { repeat_count: String(min) };
  return {
    ...(count && { repeat_count: write(count) }),
    ...(min !== undefined && { [cairnColumns.rowsMin]: String(min) }),
    ...(max !== undefined && { [cairnColumns.rowsMax]: String(max) }),
  };
}

type Write = (formula: Formula | undefined) => string;

/** What an answer has to meet, and what it starts with. */
function rulesOf(field: WordedField, write: Write, cells: (column: string, text: LocalizedText) => Line): Line {
  const { required, required_when: requiredWhen, constraint, read_only: readOnly } = field;
  const rule = write(constraint);
  const bounds = writeConstraint(field, rule === "" ? {} : readConstraint(rule, field.kind, true).bounds);
  const constraints = [bounds, bounds !== "" && rule !== "" ? `(${rule})` : rule].filter(Boolean).join(" and ");
  return {
    ...(required ? { required: "yes" } : requiredWhen && { required: write(requiredWhen) }),
    ...(constraints !== "" && { constraint: constraints }),
    ...(constraint?.message !== undefined && cells("constraint_message", constraint.message)),
    ...(readOnly && { read_only: "yes" }),
  };
}

function defaultOf(field: Field, name: string, write: Write): Line {
  const { default: preset, same_as_last: isSame } = field;
  if (!isSame) return preset ? { [columnOfDefault(field)]: writeDefault(preset, write) } : {};
  const last = `\${last-saved#${name}}`;
  return { default: preset ? `coalesce(${last}, ${write(preset)})` : last };
}

/** ODK evaluates a default when a form is opened, without answers, and a calculation whenever they change. */
function columnOfDefault({ default: preset, read_only: readOnly, kind }: Field): "default" | "calculation" {
  const expression = preset && readExpression(preset.expression);
  const usesAnswers = expression && keysIn(expression).size > 0;
  return usesAnswers && !readOnly && !takesFile({ kind }) ? "calculation" : "default";
}

/** A text or number is written as it is; anything else is a dynamic default. */
function writeDefault(preset: Formula, write: Write): string {
  const expression = readExpression(preset.expression);
  if (expression?.is === "text") return expression.value;
  if (expression?.is === "call" && (expression.name === "true" || expression.name === "false")) {
    return expression.name === "true" ? yesNoNames.yes : yesNoNames.no;
  }
  return write(preset);
}

function typeOf(field: Field, names: Names): string {
  switch (field.kind) {
    case "number":
      return "decimal";
    case "choice":
      return field.list ? `select_one_from_file ${fileName(field.list)}.csv` : `select_one ${field.key}`;
    case "choices":
      return field.list ? `select_multiple_from_file ${fileName(field.list)}.csv` : `select_multiple ${field.key}`;
    case "yes_no":
      return `select_one ${names.yesNoList}`;
    case "rank":
      return `rank ${field.key}`;
    case "datetime":
      return "dateTime";
    case "photo":
      return "image";
    case "point":
      return "geopoint";
    case "line":
      return "geotrace";
    case "area":
      return "geoshape";
    case "calculated":
      return "calculate";
    case "group":
      return "begin repeat";
    default:
      return field.kind;
  }
}

function filterOf(field: Field, write: Write): Line {
  const filter = listOf(field)?.filter ?? ("filter" in field ? field.filter : undefined);
  return filter === undefined ? {} : { choice_filter: write({ expression: filter }) };
}

/** How it looks. */
function appearanceOf(field: Field, pages: boolean): Line {
  if (field.kind === "integer" && field.counter) return { appearance: "counter" };
  if (field.kind === "photo") {
    const words = (["outline", "scale"] as const).filter((word) => field[word]);
    return words.length > 0 ? { appearance: words.join(" ") } : {};
  }
  return pages && "quick" in field && field.quick ? { appearance: "quick" } : {};
}

function numbersOf(field: Field): Line {
  if (field.kind !== "number" && field.kind !== "integer") return {};
  const cells: [string, string | number | undefined][] = [
    [cairnColumns.unit, field.unit],
    [cairnColumns.step, field.step],
    [cairnColumns.expectedMin, field.expected_min],
    [cairnColumns.expectedMax, field.expected_max],
  ];
  return Object.fromEntries(cells.flatMap(([name, cell]) => (cell === undefined ? [] : [[name, String(cell)]])));
}

/** Each field has its own list, with the same name. */
function linesOfChoices(
  fields: readonly WordedField[],
  names: Names,
  words: { yes: LocalizedText; no: LocalizedText },
): Line[] {
  const { yesNoList } = names;
  const nameOf = nameIn(fields, names);
  const lines = fields.flatMap((field) =>
    ownOptions(field).map(({ value, label, attributes, ...media }) => ({
      ...attributes,
      list_name: field.key,
      name: value,
      ...cellsOf("label", label, nameOf),
      ...mediaOf({ ...media, label }),
    })),
  );
  if (!fields.some(({ kind }) => kind === "yes_no")) return lines;
  return [
    ...lines,
    { list_name: yesNoList, name: yesNoNames.yes, ...cellsOf("label", words.yes) },
    { list_name: yesNoList, name: yesNoNames.no, ...cellsOf("label", words.no) },
  ];
}

function linesOfSettings(
  protocol: WordedProtocol,
  { title, id, version }: FormIdentity,
  language: string | undefined,
): Line {
  const { target_count: targetCount, spacing_meters: spacingMeters, photo, plant_id: plantId, pages } = protocol;
  return {
    form_title: title,
    form_id: id,
    version,
    ...(language !== undefined && { default_language: languageName(language) }),
    ...(pages && { style: "pages" }),
    ...(targetCount !== undefined && { [cairnColumns.targetCount]: String(targetCount) }),
    ...(spacingMeters !== undefined && { [cairnColumns.spacingMeters]: String(spacingMeters) }),
    ...(photo && { [cairnColumns.photo]: photo.required ? "required" : "optional" }),
    ...(photo?.hint !== undefined && cellsOf(cairnColumns.photoHint, photo.hint)),
    ...(plantId !== undefined && { [cairnColumns.plantId]: plantId ? "yes" : "no" }),
  };
}

/** `label`, or `label::English (en)` and so on. */
function cellsOf(name: string, text: LocalizedText, nameOf?: (key: string) => string | undefined): Line {
  if (typeof text === "string") return { [name]: writeWords(text, nameOf) };
  return Object.fromEntries(
    Object.entries(text).map(([language, words]) => [`${name}::${languageName(language)}`, writeWords(words, nameOf)]),
  );
}

function textsOf({ fields, photo }: WordedProtocol): LocalizedText[] {
  const ofFields = (allFields(fields) as WordedField[]).flatMap((field) => [
    field.label,
    field.hint,
    field.heading,
    field.constraint?.message,
    field.kind === "group" ? field.row_label : undefined,
    field.picture?.alt,
    field.sound?.alt,
    ...ownOptions(field).flatMap(({ label, picture, sound }) => [label, picture?.alt, sound?.alt]),
  ]);
  return [...ofFields, photo?.hint].filter((text) => text !== undefined);
}

/** Column order. Translations stay together, and empty columns are left out. */
const order: readonly string[] = [
  "type",
  "list_name",
  "name",
  "label",
  "hint",
  "media",
  "appearance",
  "required",
  "relevant",
  "constraint",
  "constraint_message",
  "default",
  "calculation",
  "read_only",
  "repeat_count",
  "choice_filter",
  "form_title",
  "form_id",
  "version",
  "default_language",
  "style",
  ...Object.values(cairnColumns),
];

function sheetOf(name: string, always: readonly string[], lines: readonly Line[]): WrittenSheet {
  const headings = [...new Set([...always, ...lines.flatMap((line) => Object.keys(line))])];
  const positionOf = (heading: string) => order.indexOf(heading.split("::")[0] ?? heading);
  headings.sort((one, other) => positionOf(one) - positionOf(other));
  return { name, rows: [headings, ...lines.map((line) => headings.map((heading) => line[heading] ?? ""))] };
}
