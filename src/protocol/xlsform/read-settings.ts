import type { Protocol } from "../field.ts";
import { readCellNumber, readYesNo } from "./cells.ts";
import { ours } from "./columns.ts";
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
  const known = new Set<string>(Object.values(ours));
  for (const { name, heading } of record.filledColumns()) {
    if (!passedOver.has(name) && !known.has(name))
      report.add("info", { ...record.place(name), column: heading }, "xlsform.settings.notTaken");
  }
  const targetCount = readCellNumber(record, ours.targetCount, report);
  const spacingMeters = readCellNumber(record, ours.spacingMeters, report);
  const plantId = readYesNo(record.cell(ours.plantId) ?? "");
  if (plantId === undefined && record.cell(ours.plantId) !== undefined)
    report.add("error", record.place(ours.plantId), "xlsform.settings.yesNo");
  const photo = record.cell(ours.photo);
  const hint = record.words(ours.photoHint);
  const isPhoto = photo === "required" || photo === "optional";
  if (photo !== undefined && !isPhoto)
    report.add("error", record.place(ours.photo), "xlsform.settings.photo", { value: quote(photo) });
  return {
    ...(targetCount !== undefined && { target_count: targetCount }),
    ...(spacingMeters !== undefined && { spacing_meters: spacingMeters }),
    ...(isPhoto && { photo: { required: photo === "required", ...(hint !== undefined && { hint }) } }),
    ...(plantId !== undefined && { plant_id: plantId }),
    ...(isPaged(table) && { pages: true }),
  };
}
