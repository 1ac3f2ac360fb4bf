import type { ListQuery, ListVersion } from "../../contract/lists.ts";
import { foundItemsMax } from "../../protocol/lists/list-limits.ts";
import type { Db } from "../database/connection.ts";
import { ItemInParts } from "../http/whole-list.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findList, readListItems, searchListItems } from "./list-queries.ts";

/**
 * The first choices of a version, or those that a search finds.
 * @throws DomainError `list_not_found`
 */
export async function getList(
  db: Db,
  id: number,
  { version, q = "", limit }: ListQuery,
): Promise<ListVersion | ItemInParts<ListVersion>> {
  const list = await findList(db, id, version);
  if (!list) throw new DomainError("list_not_found");
  if (q.trim() === "")
    return new ItemInParts<ListVersion>({ ...list, items: [] }, "items", readListItems(db, list, limit));
  return { ...list, items: await searchListItems(db, list, { q, limit: Math.min(limit, foundItemsMax) }) };
}
