import type { SavedList } from "../../contract/lists.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import type { ReadFile } from "../outside-files/read-apart.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { listFile } from "./list-file.ts";
import {
  findListsWithPlaces,
  findOrganizationOfList,
  insertList,
  insertListItems,
  insertListVersion,
  publishQuestsAgain,
  raiseListVersion,
} from "./list-queries.ts";
import type { ListFacts } from "./pack-list.ts";
import { receiveList } from "./receive-list.ts";

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
