import { readChecklist } from "./read-checklist.ts";
import { readCsv } from "./read-csv.ts";
import { readGeoJson } from "./read-geojson.ts";
import type { ReadList } from "./read-records.ts";
import { readXmlList } from "./read-xml-list.ts";

/** Reads a list in a file: CSV, GeoJSON, XML, or the ZIP of a checklist. @throws DomainError as the reader of each */
export function readList(file: Buffer): Promise<ReadList> {
  const start = file
    .subarray(0, 100)
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  // local file header, or end of an empty archive
  if (start.startsWith("PK")) return readChecklist(file);
  if (start.startsWith("{")) return readGeoJson(file);
  return start.startsWith("<") ? readXmlList(file) : readCsv(file);
}
