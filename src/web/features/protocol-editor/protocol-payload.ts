import { findComparisonProblem, textOfCondition } from "../../../protocol/comparisons.ts";
import {
  type Condition,
  type Field,
  type FieldKind,
  type Formula,
  type LocalizedText,
  type Protocol,
  takesAnswer,
  takesFile,
} from "../../../protocol/field.ts";
import { withWords } from "../../../protocol/media.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import { isClosedKind } from "../../../protocol/public-fields.ts";
import type { FieldDraft, FormulaName, ProtocolDraft, TextDraft } from "./protocol-draft.ts";

/** Converts a draft to a protocol, which may be invalid. */
export function payloadOf(draft: ProtocolDraft): Protocol {
  const { fields, languages, photo, plantId, pages } = draft;
  const main = languages[0] ?? "";
  const byId = new Map(fields.map((field) => [field.id, field]));
  const photoHint = optionalText(draft.photoHint, main);
  const isPhotoAsked = photo !== "unsaid" || !fields.some(({ kind }) => kind === "photo");
  return {
    fields: fieldsIn(undefined, { main, byId }),
    ...(draft.lists.length > 0 && { lists: draft.lists.map(({ name, list }) => ({ ...list, name: name.trim() })) }),
    ...given("target_count", readTypedNumber(draft.target_count)),
    ...given("spacing_meters", readTypedNumber(draft.spacing_meters)),
    ...(photo !== "unsaid" || (isPhotoAsked && photoHint !== undefined)
      ? { photo: { required: photo !== "optional", ...given("hint", photoHint) } }
      : {}),
    ...given("plant_id", plantId),
    ...(pages ? { pages } : {}),
  };
}

/** The fields of a group; of the form itself if it is undefined. */
const fieldsIn = (groupId: string | undefined, context: Context): Field[] =>
  [...context.byId.values()].filter((field) => field.groupId === groupId).map((field) => fieldOf(field, context));

type Context = { main: string; byId: ReadonlyMap<string, FieldDraft> };

function fieldOf(field: FieldDraft, context: Context): Field {
  const { main, byId } = context;
  const common = {
    key: field.key.trim(),
    kind: field.kind,
    label: textOf(field.label, main),
    ...given("hint", optionalText(field.hint, main)),
    ...withWords(field, (alt) => textOf(alt, main)),
    ...headingOf(field, main),
    ...(field.samePage ? { same_page: true } : {}),
    ...given("shown_when", formulaOf(field, "shownWhen") ?? comparisonIn(field, byId)),
    ...(field.kind === "note" ? {} : given("term", field.term.trim() || undefined)),
    ...(takesAnswer(field) && field.kind !== "group" ? rulesOf(field, main) : {}),
  };
  // The schema checks it later.
  return { ...common, ...ofKind(field, context) } as Field;
}

function headingOf({ heading, folded }: FieldDraft, main: string): Partial<Field> {
  const words = optionalText(heading, main);
  return words === undefined ? {} : { heading: words, ...(folded ? { folded } : {}) };
}

const formulaOf = ({ formulas }: FieldDraft, name: FormulaName): Formula | undefined => {
  const expression = formulas[name].trim();
  return expression === "" ? undefined : { expression };
};

/** Rules for answers. */
function rulesOf(field: FieldDraft, main: string): Partial<Field> {
  const constraint = formulaOf(field, "constraint");
  return {
    ...(field.required ? { required: true } : {}),
    ...given("required_when", formulaOf(field, "requiredWhen")),
    ...given(
      "constraint",
      constraint && { ...constraint, ...given("message", optionalText(field.constraintMessage, main)) },
    ),
    ...given("default", formulaOf(field, "preset")),
    ...(field.readOnly ? { read_only: true } : {}),
    ...(field.isPublic && isClosedKind(field.kind) ? { public: true } : {}),
    ...(field.sameAsLast && !takesFile(field) ? { same_as_last: true } : {}),
  };
}

/** Properties of some kinds only. */
function ofKind(field: FieldDraft, context: Context): object {
  const { main } = context;
  switch (field.kind) {
    case "number":
    case "integer":
      return {
        ...given("unit", field.unit.trim() || undefined),
        ...given("min", readTypedNumber(field.min)),
        ...given("max", readTypedNumber(field.max)),
        ...given("step", readTypedNumber(field.step)),
        ...given("expected_min", readTypedNumber(field.expected_min)),
        ...given("expected_max", readTypedNumber(field.expected_max)),
        ...(field.kind === "integer" && field.counter ? { counter: true } : {}),
      };
    case "photo":
      return { ...(field.outline && field.picture && { outline: true }), ...(field.scale && { scale: true }) };
    case "date":
    case "time":
    case "datetime":
      return { ...given("min", field.min.trim() || undefined), ...given("max", field.max.trim() || undefined) };
    case "choice":
      return { ...choicesOf(field, main), ...quickOf(field) };
    case "choices":
      return choicesOf(field, main);
    case "yes_no":
      return quickOf(field);
    case "rank":
      return { options: optionsOf(field, main) };
    case "text":
      return given("pattern", field.pattern || undefined);
    case "calculated":
      return { expression: field.formulas.expression.trim(), ...given("unit", field.unit.trim() || undefined) };
    case "group":
      return {
        repeat: {
          ...given("min", readTypedNumber(field.repeatMin)),
          ...given("max", readTypedNumber(field.repeatMax)),
          ...given("count", formulaOf(field, "rowCount")),
        },
        ...given("row_label", optionalText(field.rowLabel, main)),
        fields: fieldsIn(field.id, context),
      };
    default:
      return {};
  }
}

const quickOf = ({ quick }: FieldDraft) => (quick ? { quick } : {});

function choicesOf({ options, list, formulas }: FieldDraft, main: string): object {
  const filter = given("filter", formulas.filter.trim() || undefined);
  if (list) return { list: { ...list, ...filter } };
  return { options: optionsOf({ options }, main), ...filter };
}

const optionsOf = ({ options }: Pick<FieldDraft, "options">, main: string) =>
  options.map(({ value, label, attributes, ...media }) => ({
    value,
    label: textOf(label, main),
    ...withWords(media, (alt) => textOf(alt, main)),
    ...given("attributes", attributes),
  }));

/**
 * Parses `142.5`, `142,5` or `1e5`; undefined if empty. NaN for anything else, including `1,500`, which can also mean
 * 1500.
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const plain = plainNumber(typed);
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return Number(plain);
  if (/^[-+]?\d{1,3},\d{3}$/.test(plain) && !/^[-+]?0,/.test(plain)) return Number.NaN;
  return /^[-+]?\d*,\d+$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}

export const isNumeric = (kind: FieldKind | undefined) => kind === "number" || kind === "integer";

/** A comparison that is wrong is never an expression, so that its parts say what is wrong. */
function comparisonIn({ condition }: FieldDraft, byId: Context["byId"]): Condition | Formula | undefined {
  if (!condition) return undefined;
  const { fieldId, op, value, isExpression } = condition;
  const asked = byId.get(fieldId);
  const comparison = { field: asked?.key.trim() ?? "", op, value: conditionValue(value, asked?.kind) };
  const isWrong = !asked || findComparisonProblem(comparison, asked as unknown as Field);
  return isExpression && !isWrong ? { expression: textOfCondition(comparison) } : comparison;
}

function conditionValue(typed: string, kind: FieldKind | undefined): Condition["value"] {
  if (isNumeric(kind)) return readTypedNumber(typed) ?? "";
  return kind === "yes_no" && (typed === "true" || typed === "false") ? typed === "true" : typed;
}

function textOf(text: TextDraft, main: string): LocalizedText {
  return optionalText(text, main) ?? "";
}

function optionalText({ texts, isPlain }: TextDraft, main: string): LocalizedText | undefined {
  const filled = Object.entries(texts).filter(([, words]) => words.trim() !== "");
  const [only] = filled;
  if (only === undefined) return undefined;
  return isPlain && filled.length === 1 && only[0] === main ? only[1] : Object.fromEntries(filled);
}

const given = <Name extends string, T>(name: Name, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: T };

/** Ignores the version number, and `required: false`. */
export function isSameProtocol(one: Protocol | null, other: Protocol | null): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(name: string, value: unknown): unknown {
  if (name === "required" && value === false) return undefined;
  if (typeof value === "number" && Number.isNaN(value)) return "NaN";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // The version of a list counts, that of the protocol doesn't; answers have empty options beside a list.
      .filter(([key]) => !(key === "version" && "fields" in value) && !(key === "options" && "list" in value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
