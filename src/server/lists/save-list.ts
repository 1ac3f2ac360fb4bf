import type { SavedList } from "../../contract/lists.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  findOrganizationOfList,
  insertList,
  insertListItems,
  insertListVersion,
  raiseListVersion,
} from "./list-queries.ts";
import { readList } from "./read-list.ts";
import type { ReadList } from "./read-records.ts";
import { receiveList } from "./receive-list.ts";

/** @throws DomainError as `receiveList` and `readList`; `organization_not_found` by a constraint */
export async function createList(db: Db, organizationId: number, form: UnreadForm, by: string): Promise<SavedList> {
  const { file, name } = await receiveList(form);
  const read = await readList(file);
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
  const read = await readList(file);
  return transaction(db, (tx) => insertVersion(tx, id, read, username));
}

async function insertVersion(tx: Tx, id: number, { items, attributes }: ReadList, by: string): Promise<SavedList> {
  const version = await raiseListVersion(tx, id);
  if (version === undefined) throw new DomainError("list_not_found");
  await insertListVersion(tx, { list_id: id, version, row_count: items.length, attributes, created_by: by });
  await insertListItems(tx, { id, version }, items);
  return { id, version, rows: items.length };
}
