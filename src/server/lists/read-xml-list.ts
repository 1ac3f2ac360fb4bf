import { Readable } from "node:stream";
import { listRowsMax } from "../../protocol/lists/list-limits.ts";
import { parseXml } from "../files/parse-xml.ts";
import { type ReadList, readRecords, recordsOf } from "./read-records.ts";
import { listTooLarge } from "./receive-list.ts";

/**
 * Reads an XML file as XLSForms use it: elements `item` in the root, with an element for each column.
 * @throws DomainError `list_unreadable`; as `readRecords`
 */
export async function readXmlList(file: Buffer): Promise<ReadList> {
  const rows: Map<string, string>[] = [];
  await parseXml(
    Readable.from([file]),
    {
      open: (name, _attributes, path) => {
        if (path.length === 2 && name === "item" && rows.push(new Map()) > listRowsMax) throw listTooLarge();
      },
      text: (text, path) => {
        const [, item, name] = path;
        if (path.length !== 3 || item !== "item" || name === undefined) return;
        const row = rows.at(-1);
        row?.set(name, (row.get(name) ?? "") + text);
      },
    },
    { unreadable: "list_unreadable.xml", doctype: "list_unreadable.xml" },
  );
  return readRecords(recordsOf(rows));
}
