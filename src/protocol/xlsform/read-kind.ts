import type { Expression } from "../expressions/expression.ts";
import { type Field, type Option, takesFile } from "../field.ts";
import { unchosenList } from "../lists/list-limits.ts";
import { hasAppearance, readSearch } from "./appearance.ts";
import { readCellNumber, readNumber, readYesNo } from "./cells.ts";
import { cairnColumns } from "./columns.ts";
import { type FieldType, otherOption } from "./question-types.ts";
import type { ChoiceList } from "./read-choices.ts";
import { readConstraint } from "./read-constraint.ts";
import { quote, type Report, type ReportKey } from "./report.ts";
import type { FormRow } from "./table.ts";
import type { FormWords } from "./texts.ts";
import { yesNoNames } from "./write-expression.ts";

export type SurveyContext = {
  lists: ReadonlyMap<string, ChoiceList>;
  /** The lists of the sheet `external_choices`. */
  externalLists: ReadonlyMap<string, ChoiceList>;
  report: Report;
  words: Pick<FormWords, "other" | "specifyOther">;
  /** Whether the form asks one question a screen. */
  isPaged: boolean;
};

/** What a constraint's bounds don't express. */
export type UnreadConstraint = { written: string; rest: Expression | undefined; faults: ReadonlySet<ReportKey> };

/** A row's kind of answer. */
export type Kinded = {
  parts: { kind: Field["kind"]; [part: string]: unknown };
  yesNo?: Readonly<Record<string, boolean>>;
  optionRows?: readonly number[] | undefined;
  /** Whether the label of each option includes answers. */
  optionRefers?: readonly boolean[];
  columns?: Readonly<Record<string, string>>;
  constraint?: UnreadConstraint | undefined;
  isAlwaysRequired?: boolean;
  hasOther?: boolean;
  /** Name of the list of its choices. */
  list?: string;
  /** Approximate size of the field as JSON. */
  bytes: number;
};

/** An estimate for a field without options; long texts are rare. */
const bytesOfField = 500;

/** A calculation in a question that nobody can answer, or in a note. */
const isShownResult = (record: FormRow, kind: Field["kind"]) =>
  record.cell("calculation") !== undefined &&
  (kind === "note" ||
    (!takesFile({ kind }) &&
      record.cell("constraint") === undefined &&
      readYesNo(record.cell("read_only") ?? "") === true));

/** Returns undefined, and reports why, if the row can't be a field. */
export function readKind(record: FormRow, type: FieldType, context: SurveyContext): Kinded | undefined {
  const { report } = context;
  if (type.is === "select") return readSelect(record, type, context);
  if (type.as === "range") return readRange(record, report);
  if (type.as === "acknowledge") {
    report.add("info", record.place("type"), "xlsform.type.acknowledge");
    return { parts: { kind: "yes_no" }, yesNo: { OK: true }, isAlwaysRequired: true, bytes: bytesOfField };
  }
  const kind = isShownResult(record, type.kind) ? "calculated" : type.kind;
  if (kind === "note") return { parts: { kind }, bytes: bytesOfField };
  const isNumeric = kind === "number" || kind === "integer";
  const hasUnit = isNumeric || kind === "calculated";
  const { bounds, constraint } =
    kind === "calculated" ? { bounds: {}, constraint: undefined } : readBounds(record, kind);
  return {
    parts: {
      kind,
      ...(kind === "calculated" && { expression: "" }),
      ...bounds,
      ...(hasUnit && readNumeric(record, report)),
      ...(kind === "integer" && readCounter(record)),
      ...(kind === "photo" && hasAppearance(record, "scale") && { scale: true }),
    },
    constraint,
    bytes: bytesOfField,
  };
}

function readBounds(record: FormRow, kind: Field["kind"]): { bounds: object; constraint?: UnreadConstraint } {
  const written = record.cell("constraint");
  if (written === undefined) return { bounds: {} };
  const hasMessage = record.words("constraint_message", true) !== undefined;
  const { bounds, rest, faults } = readConstraint(written, kind, hasMessage);
  return rest || faults.size > 0 ? { bounds, constraint: { written, rest, faults } } : { bounds };
}

function readNumeric(record: FormRow, report: Report) {
  const unit = record.cell(cairnColumns.unit);
  const numbers = {
    step: readCellNumber(record, cairnColumns.step, report),
    expected_min: readCellNumber(record, cairnColumns.expectedMin, report),
    expected_max: readCellNumber(record, cairnColumns.expectedMax, report),
  };
  return {
    ...(unit !== undefined && { unit }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== undefined)),
  };
}

const readCounter = (record: FormRow) => (hasAppearance(record, "counter") ? { counter: true } : {});

/** A slider from `start` to `end`; XLSForm defaults to 1 to 10 in steps of 1. */
function readRange(record: FormRow, report: Report): Kinded {
  const parameters = readParameters(record.cell("parameters") ?? "");
  const read = (name: string, otherwise: number) => {
    const written = parameters.get(name);
    const number = written === undefined ? otherwise : readNumber(written);
    if (number !== undefined) return number;
    report.add("error", record.place("parameters"), "xlsform.cell.number", { value: quote(written ?? "") });
    return undefined;
  };
  const bounds = { min: read("start", 1), max: read("end", 10), step: read("step", 1) };
  const others = [...parameters.keys()].filter((name) => !["start", "end", "step"].includes(name));
  if (others.length > 0)
    report.add("info", record.place("parameters"), "xlsform.column.parameters", { names: quote(others.join(", ")) });
  const known = Object.entries(bounds).filter(([, number]) => number !== undefined);
  const isWhole = known.every(([, number]) => Number.isInteger(number));
  const { bounds: fromConstraint, constraint } = readBounds(record, isWhole ? "integer" : "number");
  return {
    parts: {
      kind: isWhole ? "integer" : "number",
      ...Object.fromEntries(known),
      // A constraint with a message says it itself, and a slider's steps begin at its own start.
      ...(record.words("constraint_message", true) === undefined && fromConstraint),
      ...readNumeric(record, report),
      ...(isWhole && readCounter(record)),
    },
    columns: { min: "parameters", max: "parameters", step: "parameters" },
    constraint,
    bytes: bytesOfField,
  };
}

/** `start=0; end = 10` */
function readParameters(text: string): Map<string, string> {
  const words = text.replaceAll("=", " = ").split(/[\s,;]+/);
  return new Map(
    words.flatMap((word, index) => {
      const [before, after] = [words[index - 1], words[index + 1]];
      return word === "=" && before && after ? [[before.toLowerCase(), after]] : [];
    }),
  );
}

/** The choices of a search are one line with the file's columns; a number is a choice of its own. */
function columnsOfSearch({ options: [named, ...others] }: ChoiceList) {
  const label = typeof named?.label === "string" ? named.label : Object.values(named?.label ?? {})[0];
  if (!named || !label || others.length > 0 || /^\d+$/.test(named.value) || label.includes(",")) return undefined;
  return { code: quote(named.value), label: quote(label) };
}

function readSelect(
  record: FormRow,
  { kind, list: listName, hasOther, from }: FieldType & { is: "select" },
  { lists, externalLists, report, words, isPaged }: SurveyContext,
): Kinded | undefined {
  const isQuick = hasAppearance(record, "quick") || hasAppearance(record, "quickcompact");
  const quick = isPaged && kind === "choice" && isQuick ? { quick: true } : {};
  const { constraint } = readBounds(record, kind);
  if (from === "file") {
    const isKnown = /\.(csv|geojson|xml)$/i.test(listName);
    const key = isKnown ? "xlsform.choices.file" : "xlsform.choices.otherFile";
    report.add(isKnown ? "info" : "warning", record.place("type"), key, { file: quote(listName) });
    const code = readParameters(record.cell("parameters") ?? "").get("value") ?? "name";
    const file = code === "name" ? { list: listName.replace(/\.\w+$/, "") } : {};
    return { parts: { kind, list: { id: unchosenList }, ...quick }, constraint, bytes: bytesOfField, ...file };
  }
  const ourKind = record.cell(cairnColumns.kind);
  if (kind === "choice" && ourKind === "yes_no") {
    return {
      parts: { kind: "yes_no", ...quick },
      yesNo: { [yesNoNames.yes]: true, [yesNoNames.no]: false },
      bytes: bytesOfField,
    };
  }
  const list = (from === "external" ? externalLists : lists).get(listName);
  if (!list) {
    const key = from === "external" ? "xlsform.choices.noSuchExternal" : "xlsform.choices.noSuchList";
    report.add("error", record.place("type"), key, { list: quote(listName) });
    return undefined;
  }
  const search = readSearch(record);
  const columns = search && columnsOfSearch(list);
  if (search !== undefined && search !== "unread" && columns) {
    report.add("info", record.place("appearance"), "xlsform.choices.search", { file: quote(search.file), ...columns });
    return { parts: { kind, list: { id: unchosenList }, ...quick }, constraint, bytes: bytesOfField };
  }
  if (search) report.add("warning", record.place("appearance"), "xlsform.column.search");
  const other: Option = { value: otherOption, label: words.other };
  const isAdded = hasOther && !list.options.some(({ value }) => value === otherOption);
  return {
    parts: { kind, options: isAdded ? [...list.options, other] : list.options, ...quick },
    // Rows of the sheet `choices`.
    optionRows: from === undefined ? list.rows : undefined,
    optionRefers: list.refers,
    constraint,
    hasOther,
    list: listName,
    bytes: bytesOfField + list.bytes,
  };
}
