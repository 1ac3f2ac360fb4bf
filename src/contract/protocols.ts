import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { byId } from "./request-fields.ts";

/** One version of a quest's protocol, by the quest's id and the version's number. */
export const byIdAndVersion = z.extend(byId, {
  version: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
});

export const reportLevels = ["error", "warning", "info"] as const;
export type ReportLevel = (typeof reportLevels)[number];

/** One thing that an XLSForm says and a protocol cannot say, or says otherwise. */
export const reportEntrySchema = z.object({
  level: z.enum(reportLevels),
  /** The sheet's name; null where it is about the workbook. */
  sheet: z.nullable(z.string()),
  /** As spreadsheets count: 1 is the row of headings. */
  row: z.nullable(z.int()),
  /** The column's heading. */
  column: z.nullable(z.string()),
  message: z.string(),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

/** What an XLSForm became; nothing is saved. The protocol is null where the workbook holds no form. */
export const importedProtocolSchema = z.object({
  protocol: z.nullable(z.omit(writtenProtocolSchema, { version: true })),
  report: z.array(reportEntrySchema),
});
export type ImportedProtocol = z.infer<typeof importedProtocolSchema>;
