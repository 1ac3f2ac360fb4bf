import type { Protocol } from "../field.ts";
import { readCellNumber, readYesNo } from "./cells.ts";
import { cairnColumns } from "./columns.ts";
import { quote, type Report } from "./report.ts";
import type { Table } from "./table.ts";

export type FormSettings = Pick<Protocol, "target_count" | "spacing_meters" | "photo" | "plant_id" | "pages">;

/** Settings that a quest defines elsewhere or that are read elsewhere. */
const passedOver = new Set(["form_title", "form_id", "version", "default_language", "style", "name"]);

/** Whether the form asks one question a screen. */
export const isPaged = (table: Table | undefined): boolean => /\bpages\b/.test(table?.records[0]?.cell("style") ?? "");

/** Reads the form's settings from the first row of the sheet `settings`. */
export function readSettings(table: Table | undefined, report: Report): FormSettings {
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
