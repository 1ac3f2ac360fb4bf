import { saying } from "../../texts/saying.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { workbookBytesMax } from "./workbook-limits.ts";

/** One more byte distinguishes "at the limit" from "too large". */
const formLimits = { fileBytes: workbookBytesMax + 1, fields: 10, files: 2, bytes: 3 * workbookBytesMax };

/**
 * The bytes of the form's only file, `file`.
 * @throws DomainError `workbook_required`, `workbook_too_large`, `validation_failed` for several; as `readFormParts`
 */
export async function receiveWorkbook(form: UnreadForm): Promise<Buffer> {
  let bytes: Buffer | undefined;
  for await (const part of readFormParts(form, formLimits)) {
    if (part.type !== "file") continue;
    if (part.fieldname !== "file") {
      part.file.resume();
      continue;
    }
    if (bytes) throw new DomainError("validation_failed.oneWorkbook", { field: "file" });
    bytes = await part.toBuffer();
    if (bytes.length > workbookBytesMax) {
      throw new DomainError(saying("refusals.workbook_too_large.bytes", { megabytes: workbookBytesMax / 1_000_000 }));
    }
  }
  if (!bytes) throw new DomainError("workbook_required", { field: "file" });
  return bytes;
}
