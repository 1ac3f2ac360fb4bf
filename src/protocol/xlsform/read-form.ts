import type { Protocol } from "../field.ts";
import { acceptProtocol } from "./accept-protocol.ts";
import { findLanguage } from "./languages.ts";
import { readChoices } from "./read-choices.ts";
import { isPaged, readSettings } from "./read-settings.ts";
import { readSurvey } from "./read-survey.ts";
import { Report, type ReportLine } from "./report.ts";
import { Table } from "./table.ts";
import type { FormWords } from "./texts.ts";
import type { Sheet } from "./workbook.ts";

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
