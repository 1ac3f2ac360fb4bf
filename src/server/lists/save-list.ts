import type { SavedList } from "../../contract/lists.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findPlaceColumns } from "./judge-lists.ts";
import {
  findListsWithPlaces,
  findOrganizationOfList,
  insertList,
  insertListItems,
  insertListVersion,
  publishQuestsAgain,
  raiseListVersion,
} from "./list-queries.ts";
import { readList } from "./read-list.ts";
import type { ReadList } from "./read-records.ts";
import { receiveList } from "./receive-list.ts";

/** @throws DomainError as `receiveList` and `readList`; `organization_not_found` by a constraint */
export async function createList(db: Db, organizationId: number, form: UnreadForm, by: string): Promise<SavedList> {
  const { file, name } = await receiveList(form);
  const read = await judged(await readList(file));
  return transaction(db, async (tx) => {
    const id = await insertList(tx, { organizationId, name });
    return insertVersion(tx, id, read, by);
  });
}

/** @throws DomainError `list_not_found`, `forbidden`; as `receiveList` and `readList` */
export async function renewList(db: Db, { username, scope }: Actor, id: number, form: UnreadForm): Promise<SavedList> {
  const organizationId = await findOrganizationOfList(db, id);
  if (organizationId === undefined) throw new DomainError("list_not_found");
  requireInScope(scope, organizationId);
  const { file } = await receiveList(form);
  const read = await judged(await readList(file));
  return transaction(db, (tx) => insertVersion(tx, id, read, username));
}

type JudgedList = ReadList & { placeColumns: ReadonlySet<string> };

const judged = async (read: ReadList): Promise<JudgedList> => ({
  ...read,
  placeColumns: await findPlaceColumns(read.items),
});

async function insertVersion(
  tx: Tx,
  id: number,
  { items, attributes, placeColumns }: JudgedList,
  by: string,
): Promise<SavedList> {
  const version = await raiseListVersion(tx, id);
  if (version === undefined) throw new DomainError("list_not_found");
  const hadPlaces = (await findListsWithPlaces(tx, [id])).has(id);
  await insertListVersion(tx, {
    ...{ list_id: id, version, row_count: items.length, attributes, created_by: by },
    place_columns: [...placeColumns],
  });
  await insertListItems(tx, { id, version }, items);
  // What was chosen from it by an older version has the same codes.
  if (placeColumns.size > 0 && !hadPlaces) await publishQuestsAgain(tx, id);
  return { id, version, rows: items.length };
}
