import { parse as parsePath } from "node:path";
import { listFieldsSchema } from "../../contract/lists.ts";
import { listBytesMax, listNameLengthMax, listRowsMax } from "../../protocol/lists/list-limits.ts";
import { saying } from "../../texts/saying.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** One byte over the limit tells "as large as allowed" from "larger". */
const formLimits = { fileBytes: listBytesMax + 1, fields: 10, files: 1, bytes: 2 * listBytesMax };

export type ReceivedList = { file: Buffer; name: string };

/**
 * The file of a form, and the name of its list: the field `name`, or the file's.
 * @throws DomainError `list_required`, `list_too_large`, `validation_failed` for the name; as
 * `readFormParts`
 */
export async function receiveList(form: UnreadForm): Promise<ReceivedList> {
  let file: Buffer | undefined;
  let fileName = "";
  let givenName: string | undefined;
  for await (const part of readFormParts(form, formLimits)) {
    if (part.type === "field") {
      if (part.fieldname === "name") givenName = String(part.value).trim();
    } else if (part.fieldname === "file") {
      fileName = parsePath(part.filename ?? "").name;
      file = await part.toBuffer();
    } else part.file.resume();
  }
  if (!file) throw new DomainError("list_required", { field: "file" });
  if (file.length > listBytesMax) throw listTooLarge();
  const name = listFieldsSchema.safeParse({ name: givenName || fileName.slice(0, listNameLengthMax) || "list" });
  if (!name.success) {
    throw new DomainError("validation_failed", {
      info: [{ path: "name", message: saying("validation.atMostCharacters", { max: String(listNameLengthMax) }) }],
    });
  }
  return { file, name: name.data.name ?? "" };
}

export const listTooLarge = () =>
  new DomainError(
    saying("refusals.list_too_large", {
      rows: listRowsMax.toLocaleString("en"),
      megabytes: String(listBytesMax / 1_000_000),
    }),
    { field: "file" },
  );
