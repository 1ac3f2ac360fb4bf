import { parse as parsePath } from "node:path";
import { listFieldsSchema, type SavedList } from "../../contract/lists.ts";
import { listBytesMax, listNameLengthMax } from "../../protocol/lists/list-limits.ts";
import { saying } from "../../texts/saying.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import type { FileProgram, ReadFile } from "../outside-files/read-apart.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  findListsWithPlaces,
  findOrganizationOfList,
  insertList,
  insertListItems,
  insertListVersion,
  publishQuestsAgain,
  raiseListVersion,
} from "./list-queries.ts";
import type { ListFacts } from "./read-list.ts";
import { listTooLarge } from "./read-records.ts";

export type ListServices = { db: Db; outsideFiles: OutsideFiles };
type Sending = { form: UnreadForm; connection: CallConnection };

/** @throws DomainError as `receiveList`, `readList` and `OutsideFiles`; `organization_not_found` by a constraint */
export async function createList(
  { db, outsideFiles }: ListServices,
  { organizationId, by }: { organizationId: number; by: string },
  { form, connection }: Sending,
): Promise<SavedList> {
  const sender = { person: by, organization: organizationId };
  let name = "";
  const receive = async () => {
    const received = await receiveList(form);
    name = received.name;
    return { bytes: received.file };
  };
  const read = await outsideFiles.read(listFile, receive, { sender, connection });
  return transaction(db, async (tx) => {
    const id = await insertList(tx, { organizationId, name });
    return insertVersion(tx, id, read, by);
  });
}

/** @throws DomainError `list_not_found`, `forbidden`; as `receiveList`, `readList` and `OutsideFiles` */
export async function renewList(
  { db, outsideFiles }: ListServices,
  { id, by: { username, scope } }: { id: number; by: Actor },
  { form, connection }: Sending,
): Promise<SavedList> {
  const organizationId = await findOrganizationOfList(db, id);
  if (organizationId === undefined) throw new DomainError("list_not_found");
  requireInScope(scope, organizationId);
  const sender = { person: username, organization: organizationId };
  const receive = async () => ({ bytes: (await receiveList(form)).file });
  const read = await outsideFiles.read(listFile, receive, { sender, connection });
  return transaction(db, (tx) => insertVersion(tx, id, read, username));
}

async function insertVersion(
  tx: Tx,
  id: number,
  { answer: { rows, attributes, placeColumns }, pieces }: ReadFile<ListFacts>,
  by: string,
): Promise<SavedList> {
  const version = await raiseListVersion(tx, id);
  if (version === undefined) throw new DomainError("list_not_found");
  const hadPlaces = (await findListsWithPlaces(tx, [id])).has(id);
  await insertListVersion(tx, {
    ...{ list_id: id, version, row_count: rows, attributes, created_by: by },
    place_columns: placeColumns,
  });
  for (const piece of pieces) await insertListItems(tx, { id, version }, new TextDecoder().decode(piece));
  // What was chosen from it by an older version has the same codes.
  if (placeColumns.length > 0 && !hadPlaces) await publishQuestsAgain(tx, id);
  return { id, version, rows };
}

/** Reads the file of a list. Its pieces are rows of `list_items` as JSON. */
export const listFile: FileProgram<{ bytes: Uint8Array }, ListFacts> = {
  from: import.meta.url,
  name: "list-reader-process",
  tooMuchWork: "request_too_large.file",
  tooMuchMemory: "request_too_large.file",
};

/** One byte over the limit tells "as large as allowed" from "larger". */
const formLimits = { fileBytes: listBytesMax + 1, fields: 10, files: 1, bytes: 2 * listBytesMax };

type ReceivedList = { file: Buffer; name: string };

/**
 * The file of a form, and the name of its list: the field `name`, or the file's.
 * @throws DomainError `list_required`, `list_too_large`, `validation_failed` for the name; as
 * `readFormParts`
 */
async function receiveList(form: UnreadForm): Promise<ReceivedList> {
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
