import { readChecklist } from "./read-checklist.ts";
import { type ReadList, readCsv } from "./read-csv.ts";

/** Local file header, or end of an empty archive. */
const isZip = (file: Buffer) => file.subarray(0, 2).toString("latin1") === "PK";

/** Reads a CSV file, or the ZIP of a checklist. @throws DomainError as `readCsv` and `readChecklist` */
export const readList = (file: Buffer): Promise<ReadList> => (isZip(file) ? readChecklist(file) : readCsv(file));
