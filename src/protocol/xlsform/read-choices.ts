import type { Option } from "../field.ts";
import { isColumnName } from "../lists/choice-columns.ts";
import { optionAttributesMax } from "../protocol-limits.ts";
import { cairnColumns } from "./columns.ts";
import { mediaColumns, readMedia } from "./read-media.ts";
import { quote, type Report } from "./report.ts";
import type { FormRow, Table } from "./table.ts";

/** A list's options and their rows. */
export type ChoiceList = {
  options: Option[];
  rows: number[];
  /** Whether the label of each includes answers. */
  refers: boolean[];
  /** Size as JSON. */
  bytes: number;
};

const encoder = new TextEncoder();

/** The lists of the sheet `choices`, by name. */
export function readChoices(table: Table | undefined, report: Report): Map<string, ChoiceList> {
  const lists = new Map<string, ChoiceList>();
  for (const record of table?.records ?? []) {
    const listName = record.cell("list_name");
    const value = record.cell("name");
    if (listName === undefined) {
      if (value !== undefined) report.add("error", record.place("list_name"), "xlsform.choices.noList");
      continue;
    }
    if (value === undefined) {
      report.add("error", record.place("name"), "xlsform.choices.noName", { list: quote(listName) });
      continue;
    }
    const label = record.words("label", true);
    if (label === undefined) report.add("info", record.place("label"), "xlsform.choices.noLabel");
    for (const { name, heading } of record.filledColumns()) {
      if (name.startsWith("media::") && !readColumns.has(name))
        report.add("warning", { ...record.place(name), column: heading }, "xlsform.column.media");
    }
    const list = lists.get(listName) ?? { options: [], rows: [], refers: [], bytes: 0 };
    const attributes = attributesOf(record);
    const option: Option = {
      value,
      label: label ?? value,
      ...readMedia(record, report),
      ...(attributes && { attributes }),
    };
    const isRepeated = list.options.some((each) => each.value === value && isEqualText(each.label, option.label));
    if (isRepeated) {
      report.add("info", record.place("name"), "xlsform.choices.repeated");
      continue;
    }
    list.options.push(option);
    list.rows.push(record.row);
    list.refers.push(record.hasReference("label"));
    list.bytes += encoder.encode(JSON.stringify(option)).length;
    lists.set(listName, list);
  }
  return lists;
}

const isEqualText = (one: Option["label"], other: Option["label"]) => JSON.stringify(one) === JSON.stringify(other);

/** The other columns, which a `choice_filter` may compare; those of empty cells are missing. */
function attributesOf(record: FormRow): Option["attributes"] {
  const columns = record
    .filledColumns()
    .filter(({ name, heading }) => !ownColumns.has(name) && !name.startsWith("media::") && isColumnName(heading.trim()))
    .slice(0, optionAttributesMax);
  if (columns.length === 0) return undefined;
  return Object.fromEntries(columns.map(({ name, heading }) => [heading.trim(), record.cell(name) ?? ""]));
}

const readColumns: ReadonlySet<string> = new Set(Object.values(mediaColumns).map(({ file }) => file));
const ownColumns: ReadonlySet<string> = new Set([
  "list_name",
  "name",
  "label",
  cairnColumns.alt,
  cairnColumns.soundAlt,
]);
