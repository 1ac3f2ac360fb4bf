import type { Readable } from "node:stream";
import { parseXml, type XmlListener } from "../files/parse-xml.ts";

/** Parses a part of a workbook. @throws DomainError `workbook_unreadable`; what the listener throws */
export const parsePart = (stream: Readable, listener: XmlListener): Promise<void> =>
  parseXml(stream, listener, { unreadable: "workbook_unreadable", doctype: "workbook_unreadable.doctype" });
