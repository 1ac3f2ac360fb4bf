import type { ListQuery, ListVersion } from "../../contract/lists.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { foundItemsMax } from "../../protocol/lists/list-limits.ts";
import { ownName, withoutPlaces } from "../../protocol/lists/place-columns.ts";
import type { Identity } from "../auth/identity.ts";
import { isInScope } from "../auth/scope.ts";
import { ItemInParts } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findScope } from "../teams/scope-queries.ts";
import { findAudience, findList, type ListAudience, readListItems, searchListItems } from "./list-queries.ts";

type Answer = {
  list: ListVersion | ItemInParts<ListVersion>;
  /** Whether everybody gets this answer, whatever quests publish later. */
  isForEverybody: boolean;
};

/**
 * The first choices of a version, or those that a search finds. Everybody sees lists of quests that aren't drafts, but
 * places only where exact positions are public; the organization's team and volunteers who have joined see all.
 * @throws DomainError `list_not_found`
 */
export async function getList(
  db: Db,
  id: number,
  { version, q = "", limit }: ListQuery,
  identity: Identity | undefined,
): Promise<Answer> {
  const list = await findList(db, id, version);
  const audience = list && (await findAudience(db, list, identity?.username));
  if (!audience) throw new DomainError("list_not_found");
  const seesAll = audience.has_joined || (await isOfTeam(db, audience, identity));
  if (!seesAll && !audience.is_used) throw new DomainError("list_not_found");
  const columns = audience.place_columns && new Set(audience.place_columns);
  const isForEverybody = columns?.size === 0 && audience.is_used;
  const isWhole = seesAll || !audience.is_closed || columns?.size === 0;
  const shown = isWhole ? list : { ...list, without_places: true as const };
  // Its codes or labels are places, or nobody has looked yet.
  if (!isWhole && (!columns || columns.has(ownName))) return { list: { ...shown, items: [] }, isForEverybody };
  const show = (items: readonly ListItem[]) =>
    isWhole || !columns ? items : items.map((item) => withoutPlaces(item, columns));
  if (q.trim() === "") {
    const parts = mapEach(readListItems(db, list, limit), show);
    return { list: new ItemInParts<ListVersion>({ ...shown, items: [] }, "items", parts), isForEverybody };
  }
  const found = await searchListItems(db, list, { q, limit: Math.min(limit, foundItemsMax) });
  return { list: { ...shown, items: [...show(found)] }, isForEverybody };
}

async function isOfTeam(db: Db, audience: ListAudience, identity: Identity | undefined): Promise<boolean> {
  return identity !== undefined && isInScope(await findScope(db, identity, "viewer"), audience.organization_id);
}

async function* mapEach<From, To>(batches: AsyncIterable<From>, change: (batch: From) => To): AsyncGenerator<To> {
  for await (const batch of batches) yield change(batch);
}
