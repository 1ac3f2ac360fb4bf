import type { KeyOf } from "../../texts/keys.ts";
import type { Field, Protocol } from "../field.ts";
import { fieldCountMax, rowsPerGroupMax } from "../protocol-limits.ts";
import { protocolSchema } from "../protocol-schema.ts";
import { readCellNumber, readYesNo } from "./cells.ts";
import { cairnColumns } from "./columns.ts";
import { columnOfPart, type Draft, type NestedDrafts, nestDrafts } from "./drafts.ts";
import { findLanguage } from "./languages.ts";
import { readChoices } from "./read-choices.ts";
import { readSurvey } from "./read-survey.ts";
import { type SchemaIssue as Issue, type Place, quote, Report, type ReportLine } from "./report.ts";
import { type Sheet, Table } from "./table.ts";
import type { FormWords } from "./texts.ts";

/** The sheets that are read; others are the author's notes. */
export const formSheetNames = ["survey", "choices", "settings", "external_choices"] as const;

export type ReadForm = {
  /** Valid for `protocolSchema`; null if the workbook has no form. */
  protocol: Protocol | null;
  report: ReportLine[];
};

/** Converts an XLSForm to a protocol and reports what couldn't be converted. Other sheets are ignored. */
export function readForm(
  sheets: readonly Sheet[],
  words: Pick<FormWords, "other" | "specifyOther">,
  otherSheetNames: readonly string[] = [],
): ReadForm {
  const report = new Report();
  const find = (name: string) => sheets.find((sheet) => sheet.name.trim().toLowerCase() === name);
  const [surveySheet, choicesSheet, settingsSheet, externalSheet] = formSheetNames.map(find);
  const read = (): Protocol | null => {
    if (!surveySheet) {
      report.add("error", { sheet: null, row: null, column: null }, "xlsform.survey.missing");
      return null;
    }
    const languageCell = settingsSheet && new Table(settingsSheet, new Report(), undefined).records[0];
    const defaultLanguage = findLanguage(languageCell?.cell("default_language") ?? "");
    const openTable = (sheet: Sheet | undefined) => sheet && new Table(sheet, report, defaultLanguage);
    const survey = new Table(surveySheet, report, defaultLanguage);
    const headingRow = surveySheet.rows[0]?.number ?? null;
    const missing = ["type", "name"].filter((name) => !survey.has(name));
    for (const name of missing)
      report.add("error", survey.placeOf(headingRow, name), "xlsform.survey.noColumn", { name });
    if (missing.length > 0) return null;
    const choices = openTable(choicesSheet);
    const settings = openTable(settingsSheet);
    const lists = readChoices(choices, report);
    const externalLists = readChoices(openTable(externalSheet), report);
    const {
      drafts,
      lists: looked,
      isEmptyOnPurpose,
    } = readSurvey(survey, {
      lists,
      externalLists,
      report,
      words,
      isPaged: isPaged(settings),
    });
    const parts = {
      drafts,
      settings: { ...(looked.length > 0 && { lists: looked }), ...readSettings(settings, report) },
    };
    const protocol = acceptProtocol(parts, { survey, choices, settings }, report);
    if (protocol?.fields.length === 0 && !isEmptyOnPurpose)
      report.add("info", { sheet: surveySheet.name, row: null, column: null }, "xlsform.survey.noFields");
    return protocol;
  };
  const protocol = read();
  for (const name of otherSheetNames) {
    // a leading underscore marks unused sheets
    if (!name.startsWith("_")) report.add("info", { sheet: name, row: null, column: null }, "xlsform.sheet.notRead");
  }
  return { protocol, report: report.lines([...sheets.map(({ name }) => name), ...otherSheetNames]) };
}

type Tables = { survey: Table; choices: Table | undefined; settings: Table | undefined };

/** Removing a part can invalidate another, such as a condition without its field, so checks repeat. */
const roundsMax = 20;

/**
 * Returns a valid protocol. Parts that break a rule are reported and removed, with their field if it can't exist
 * without them. Null if nothing valid is left.
 */
function acceptProtocol(
  {
    drafts: read,
    settings: readSettings,
  }: { drafts: readonly Draft[]; settings: FormSettings & Pick<Protocol, "lists"> },
  tables: Tables,
  report: Report,
): Protocol | null {
  const beyond = read[fieldCountMax];
  if (beyond)
    report.add("error", tables.survey.placeOf(beyond.row, "type"), "xlsform.fields.tooMany", { max: fieldCountMax });
  let drafts = read.slice(0, fieldCountMax);
  let settings = readSettings;
  for (let round = 0; round < roundsMax; round += 1) {
    const nested = nestDrafts(drafts);
    const protocol = { fields: nested.fields, ...settings };
    const { error } = protocolSchema.safeParse(protocol, { reportInput: true });
    const issues = (error?.issues ?? []).map(innermost).filter((issue) => !isListToChoose(issue));
    if (issues.length === 0) return protocol;
    if (issues.some(isTooMuchWork) && drafts.some(hasManyRows)) {
      drafts = drafts.map((draft) => (hasManyRows(draft) ? withFewerRows(draft, tables, report) : draft));
      continue;
    }
    const located = issues.map((issue) => locate(issue, nested));
    for (const each of located) report.addIssue(placeOf(each, tables), each.issue);
    drafts = withoutFaults(drafts, located);
    settings = Object.fromEntries(
      Object.entries(settings).filter(([name]) => !issues.some(({ path }) => path[0] === name)),
    );
  }
  return null;
}

/** The issue of the member of a union that was most likely meant. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const { errors, path } = issue;
  const [asText = [], asTexts = []] = errors;
  const meant = asText.some(({ code }) => code === "invalid_type") ? asTexts : asText;
  const [first] = meant;
  return first ? innermost({ ...first, path: [...path, ...first.path] }) : issue;
}

/** The editor asks for it. */
const isListToChoose = (issue: Issue) =>
  issue.code === "custom" && issue.params?.text === ("validation.protocol.chooseList" satisfies KeyOf<"validation">);

const isTooMuchWork = (issue: Issue) =>
  issue.code === "custom" && issue.params?.text === ("validation.protocol.tooMuchWork" satisfies KeyOf<"validation">);

/** Forms rarely say how many rows they expect, so the most that we allow is no wish of theirs. */
const fewerRows = 50;
const hasManyRows = ({ field }: Draft) => field.kind === "group" && (field.repeat.max ?? rowsPerGroupMax) > fewerRows;

function withFewerRows(draft: Draft, { survey }: Tables, report: Report): Draft {
  const { field } = draft;
  if (field.kind !== "group") return draft;
  report.add("warning", survey.placeOf(draft.row, "type"), "xlsform.repeat.fewerRows", { max: fewerRows });
  const { min, ...rest } = field.repeat;
  const repeat = { ...rest, ...(min !== undefined && { min: Math.min(min, fewerRows) }), max: fewerRows };
  return { ...draft, field: { ...field, repeat } };
}

type Located = {
  issue: Issue;
  /** The field it is about; undefined for a setting. */
  draft: Draft | undefined;
  /** Its path in the field, or in the protocol. */
  path: readonly PropertyKey[];
};

function locate(issue: Issue, { draftAt }: NestedDrafts): Located {
  const { path } = issue;
  for (let end = path.length; end >= 2; end -= 1) {
    const draft = path[0] === "fields" ? draftAt.get(path.slice(1, end).join(".")) : undefined;
    if (draft) return { issue, draft, path: path.slice(end) };
  }
  return { issue, draft: undefined, path };
}

function placeOf({ draft, path }: Located, { survey, choices, settings }: Tables): Place {
  const [name, index, ofOption] = path;
  if (!draft) {
    if (name === "fields") return nowhere;
    const column = { photo: index === "hint" ? cairnColumns.photoHint : cairnColumns.photo, ...settingColumns }[
      String(name)
    ];
    return settings?.placeOf(settings.records[0]?.row ?? null, column ?? String(name)) ?? nowhere;
  }
  const optionRow = draft.optionRows?.[optionOf(path) ?? -1];
  if (optionRow !== undefined && choices) return choices.placeOf(optionRow, ofOption === "label" ? "label" : "name");
  if (name === "heading" && draft.headingPlace) return draft.headingPlace;
  const column = draft.columns?.[String(name)] ?? columnOfPart[String(name)] ?? "type";
  return survey.placeOf(draft.row, column);
}

const nowhere: Place = { sheet: null, row: null, column: null };
const settingColumns: Readonly<Record<string, string>> = {
  target_count: cairnColumns.targetCount,
  spacing_meters: cairnColumns.spacingMeters,
  plant_id: cairnColumns.plantId,
};

/** Parts a field can do without. */
const optionalParts = new Set<PropertyKey | undefined>([
  "hint",
  "picture",
  "sound",
  "heading",
  "shown_when",
  "required_when",
  "constraint",
  "default",
  "min",
  "max",
  "step",
  "pattern",
  "unit",
  "expected_min",
  "expected_max",
  "term",
  "filter",
  "row_label",
]);

/** Index of the option an issue is about. */
function optionOf([name, index]: readonly PropertyKey[]): number | undefined {
  return name === "options" && index !== undefined ? Number(index) : undefined;
}

function withoutFaults(drafts: readonly Draft[], issues: readonly Located[]): Draft[] {
  const byDraft = new Map<Draft, Located["path"][]>();
  for (const { draft, path } of issues) {
    if (!draft) continue;
    const own = byDraft.get(draft);
    if (own) own.push(path);
    else byDraft.set(draft, [path]);
  }
  return drafts.flatMap((draft) => {
    const own = byDraft.get(draft);
    if (!own) return [draft];
    const parts = new Set(own.map(([name]) => name));
    if (own.some((path) => !optionalParts.has(path[0]) && optionOf(path) === undefined)) return [];
    const options = new Set(own.flatMap((path) => optionOf(path) ?? []));
    const field: Field = { ...draft.field };
    for (const part of parts) if (part !== undefined && optionalParts.has(part)) Reflect.deleteProperty(field, part);
    return [withoutOptions({ ...draft, field }, options)];
  });
}

function withoutOptions(draft: Draft, left: ReadonlySet<number>): Draft {
  const { field, optionRows } = draft;
  if (left.size === 0 || !("options" in field) || !field.options) return draft;
  const isKept = (_each: unknown, index: number) => !left.has(index);
  return {
    ...draft,
    field: { ...field, options: field.options.filter(isKept) },
    optionRows: optionRows?.filter(isKept),
  };
}

type FormSettings = Pick<Protocol, "target_count" | "spacing_meters" | "photo" | "plant_id" | "pages">;

/** Settings that a quest defines elsewhere or that are read elsewhere. */
const passedOver = new Set(["form_title", "form_id", "version", "default_language", "style", "name"]);

/** Whether the form asks one question a screen. */
const isPaged = (table: Table | undefined): boolean => /\bpages\b/.test(table?.records[0]?.cell("style") ?? "");

/** Reads the form's settings from the first row of the sheet `settings`. */
function readSettings(table: Table | undefined, report: Report): FormSettings {
  const record = table?.records[0];
  if (!record) return {};
  const known = new Set<string>(Object.values(cairnColumns));
  for (const { name, heading } of record.filledColumns()) {
    if (!passedOver.has(name) && !known.has(name))
      report.add("info", { ...record.place(name), column: heading }, "xlsform.settings.notTaken");
  }
  const targetCount = readCellNumber(record, cairnColumns.targetCount, report);
  const spacingMeters = readCellNumber(record, cairnColumns.spacingMeters, report);
  const plantId = readYesNo(record.cell(cairnColumns.plantId) ?? "");
  if (plantId === undefined && record.cell(cairnColumns.plantId) !== undefined)
    report.add("error", record.place(cairnColumns.plantId), "xlsform.settings.yesNo");
  const photo = record.cell(cairnColumns.photo);
  const hint = record.words(cairnColumns.photoHint);
  const isPhoto = photo === "required" || photo === "optional";
  if (photo !== undefined && !isPhoto)
    report.add("error", record.place(cairnColumns.photo), "xlsform.settings.photo", { value: quote(photo) });
  return {
    ...(targetCount !== undefined && { target_count: targetCount }),
    ...(spacingMeters !== undefined && { spacing_meters: spacingMeters }),
    ...(isPhoto && { photo: { required: photo === "required", ...(hint !== undefined && { hint }) } }),
    ...(plantId !== undefined && { plant_id: plantId }),
    ...(isPaged(table) && { pages: true }),
  };
}
