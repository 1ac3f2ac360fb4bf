import type { ImportedProtocol } from "../../contract/protocols.ts";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { validationSaying } from "../../texts/validation-sayings.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import { ItemWithJson } from "../calls/write-answer.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Sender } from "../turns/turns.ts";
import { formFile } from "./form-file.ts";
import { workbookBytesMax } from "./workbook-limits.ts";

/** One byte over the limit shows that a file is too large. */
const formLimits = { fileBytes: workbookBytesMax + 1, fields: 10, files: 2, bytes: 3 * workbookBytesMax };

/**
 * Converts an XLSForm into a protocol, and reports what could not be converted. Saves nothing.
 * @throws DomainError as `receiveWorkbook`, `readWorkbook` and `OutsideFiles`
 */
export async function importProtocol(
  outsideFiles: OutsideFiles,
  form: UnreadForm,
  { sender, connection, texts: { t, say } }: { sender: Sender; connection: CallConnection; texts: Texts },
): Promise<ItemWithJson<ImportedProtocol>> {
  const words = { other: t("xlsform.words.other"), specifyOther: t("xlsform.words.specifyOther") };
  const { answer, pieces } = await outsideFiles.read(
    formFile,
    async () => ({ bytes: await receiveWorkbook(form), words }),
    { sender, connection },
  );
  const report = answer.report.map(({ message, ...line }) => ({
    ...line,
    message: say("issue" in message ? validationSaying(message.issue) : message),
  }));
  return new ItemWithJson<ImportedProtocol>({ protocol: null, report }, "protocol", pieces);
}

/**
 * The bytes of the form's one file, `file`.
 * @throws DomainError `workbook_required`, `workbook_too_large`, `validation_failed` for several files; as `readFormFiles`
 */
async function receiveWorkbook(form: UnreadForm): Promise<Buffer> {
  let bytes: Buffer | undefined;
  for await (const part of readFormFiles(form, "file", formLimits)) {
    if (bytes) throw new DomainError("validation_failed.oneWorkbook", { field: "file" });
    bytes = await part.toBuffer();
    if (bytes.length > workbookBytesMax) {
      throw new DomainError(saying("refusals.workbook_too_large.bytes", { megabytes: workbookBytesMax / 1_000_000 }));
    }
  }
  if (!bytes) throw new DomainError("workbook_required", { field: "file" });
  return bytes;
}
