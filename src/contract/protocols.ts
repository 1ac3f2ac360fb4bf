import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { call } from "./call.ts";
import { byId } from "./request-fields.ts";

export const xlsxMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Identifies one version of a quest's protocol. */
export const byIdAndVersion = z.extend(byId, {
  version: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
});

export const reportLevels = ["error", "warning", "info"] as const;
export type ReportLevel = (typeof reportLevels)[number];

/** One part of an XLSForm that a protocol can't express, or expresses differently. */
export const reportEntrySchema = z.object({
  level: z.enum(reportLevels),
  /** Null if it concerns the whole workbook. */
  sheet: z.nullable(z.string()),
  /** Counted as spreadsheets do: row 1 has the headings. */
  row: z.nullable(z.int()),
  column: z.nullable(z.string()),
  message: z.string(),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

/** The result of importing an XLSForm; nothing is saved. The protocol is null if the workbook has no form. */
export const importedProtocolSchema = z.object({
  protocol: z.nullable(z.omit(writtenProtocolSchema, { version: true })),
  report: z.array(reportEntrySchema),
});
export type ImportedProtocol = z.infer<typeof importedProtocolSchema>;

export const protocolCalls = {
  getQuestProtocol: call("GET", "/quests/{id}/protocols/{version}", "visitor", {
    keptOffline: "newest",
    summary: "One version of a quest's protocol; it never changes.",
    params: byIdAndVersion,
    response: writtenProtocolSchema,
  }),
  exportProtocol: call("GET", "/quests/{id}/protocol.xlsx", "visitor", {
    cost: "search",
    summary: "A quest's protocol as an XLSForm.",
    params: byId,
    produces: xlsxMediaType,
  }),
  importProtocol: call("POST", "/protocols/xlsform", "coordinator", {
    cost: "upload",
    summary:
      "Convert an XLSForm to a protocol, with a report of everything that a protocol can't express. Nothing is saved.",
    body: z.object({}),
    multipart: { file: "file", holds: "An XLSForm: a workbook in XLSX." },
    status: 200,
    response: importedProtocolSchema,
  }),
};
