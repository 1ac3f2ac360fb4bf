import { formatOf, otherFormat } from "./csv-dialect.ts";
import { readChecklist } from "./read-checklist.ts";
import { readCsv } from "./read-csv.ts";
import { readGeoJson } from "./read-geojson.ts";
import type { ReadList } from "./read-records.ts";
import { readXmlList } from "./read-xml-list.ts";

/** Reads a list in a file: CSV, GeoJSON, XML, or the ZIP of a checklist. @throws DomainError as the reader of each */
export function readList(file: Buffer): Promise<ReadList> {
  const format = formatOf(file);
  // Also an empty archive, which has no first file.
  if (format === "ZIP" || file.subarray(0, 2).toString("latin1") === "PK") {
    if (format !== undefined && format !== "ZIP") return Promise.reject(otherFormat(format));
    return readChecklist(file);
  }
  if (format === "JSON") return readGeoJson(file);
  return format === "XML" ? readXmlList(file) : readCsv(file);
}
