import type { Field } from "../field.ts";
import { isClosedKind } from "../public-fields.ts";
import { appearanceOf, readSearch } from "./appearance.ts";
import { cairnColumns } from "./columns.ts";
import { mediaColumns } from "./read-media.ts";
import { quote, type Report, type ReportKey, type ReportLevel } from "./report.ts";
import type { FormRow } from "./table.ts";

/** Supported columns. */
const read = new Set<string>([
  "type",
  "name",
  "label",
  "hint",
  "required",
  "relevant",
  "constraint",
  "constraint_message",
  "default",
  "calculation",
  "trigger",
  "read_only",
  "disabled",
  cairnColumns.key,
  cairnColumns.kind,
  cairnColumns.term,
]);
const ofNumbers = new Set<string>([
  cairnColumns.unit,
  cairnColumns.step,
  cairnColumns.expectedMin,
  cairnColumns.expectedMax,
]);

const ofMedia = new Set<string>(Object.values(mediaColumns).flatMap(({ file, words }) => [file, words]));
const ofRepeats = new Set<string>(["repeat_count", cairnColumns.rowsMin, cairnColumns.rowsMax, cairnColumns.rowLabel]);

/** Columns without an equivalent in protocols. */
const unread: Readonly<Record<string, readonly [ReportLevel, ReportKey]>> = {
  guidance_hint: ["warning", "xlsform.column.guidance"],
  required_message: ["info", "xlsform.column.message"],
  repeat_count: ["info", "xlsform.column.repeatCount"],
};

/** Layouts of other programs; Cairn lays out fields by kind. */
const layout =
  /^(minimal|quick|multiline|field-list|table-list|compact.*|quickcompact|horizontal.*|columns.*|vertical|w\d+|likert|label|list-nolabel|list|autocomplete|no-buttons|no-calendar|no-ticks|vertical|picker|thousands-sep|search|spinner|counter|randomized|new|new-front|outline|scale|hide-input)$/;

/** Reports every non-empty cell that isn't read. */
export function reportUnread(record: FormRow, kind: Field["kind"] | "heading", report: Report): void {
  for (const { name, heading } of record.filledColumns()) {
    const place = { ...record.place(name), column: heading };
    const isSearch = name === "appearance" && (kind === "choice" || kind === "choices") && readSearch(record);
    if (isSearch || isRead(name, kind)) continue;
    const [level, key] = unread[name] ?? [];
    if (level && key) report.add(level, place, key);
    else if (ofNumbers.has(name)) report.add("warning", place, "xlsform.column.numbersOnly");
    else if (name.startsWith("media::")) report.add("warning", place, "xlsform.column.media");
    else if (name === "appearance") reportAppearance(record, report);
    else if (name === "parameters")
      report.add("info", place, "xlsform.column.parameters", { names: quote(record.cell(name) ?? "") });
    // once per column
    else report.add("info", { ...place, row: null }, "xlsform.column.unknown");
  }
}

function isRead(name: string, kind: Field["kind"] | "heading"): boolean {
  const isNumeric = kind === "number" || kind === "integer";
  return (
    read.has(name) ||
    (isNumeric && (ofNumbers.has(name) || name === "parameters")) ||
    (kind === "calculated" && name === cairnColumns.unit) ||
    (name === "choice_filter" && (kind === "choice" || kind === "choices" || kind === "rank")) ||
    (kind === "group" && ofRepeats.has(name)) ||
    (name === cairnColumns.public && kind !== "heading" && isClosedKind(kind)) ||
    (name === "guidance_hint" && kind !== "group" && kind !== "heading") ||
    (kind !== "heading" && ofMedia.has(name))
  );
}

function reportAppearance(record: FormRow, report: Report): void {
  const meaning = appearanceOf(record).filter((word) => !layout.test(word));
  if (meaning.length > 0)
    report.add("info", record.place("appearance"), "xlsform.column.appearance", { names: quote(meaning.join(" ")) });
}
