import { type Insertable, sql } from "kysely";
import type { ListVersions } from "../../../generated/database/schema.ts";
import type { List } from "../../contract/lists.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { searchWords } from "../../protocol/search-text.ts";
import type { Db, Tx } from "../database/connection.ts";

const listColumns = [
  sql<boolean>`EXISTS (SELECT FROM list_versions any_version WHERE any_version.list_id = lists.id
    AND (any_version.place_columns IS NULL OR any_version.place_columns <> '{}'))`.as("has_places"),
  "lists.id",
  "lists.organization_id",
  "lists.name",
  "list_versions.version",
  "list_versions.row_count as rows",
  "list_versions.attributes",
  "list_versions.created_at",
] as const;

type ListRow = Omit<List, "created_at"> & { created_at: Date };
const toList = ({ created_at, ...rest }: ListRow): List => ({ ...rest, created_at: created_at.toISOString() });

/** The newest version of each list, by name. */
export async function findLists(db: Db, organizationId: number): Promise<List[]> {
  const rows = await db
    .selectFrom("lists")
    .innerJoin("list_versions", (join) =>
      join.onRef("list_versions.list_id", "=", "lists.id").onRef("list_versions.version", "=", "lists.version"),
    )
    .select(listColumns)
    .where("organization_id", "=", organizationId)
    .orderBy("lists.name")
    .orderBy("lists.id")
    .execute();
  return rows.map(toList);
}

/** `version` undefined: the newest. */
export async function findList(db: Db, id: number, version: number | undefined): Promise<List | undefined> {
  const row = await db
    .selectFrom("lists")
    .innerJoin("list_versions", "list_versions.list_id", "lists.id")
    .select(listColumns)
    .where("lists.id", "=", id)
    .$if(version === undefined, (query) => query.whereRef("list_versions.version", "=", "lists.version"))
    .$if(version !== undefined, (query) => query.where("list_versions.version", "=", version ?? 0))
    .executeTakeFirst();
  return row && toList(row);
}

type VersionOfList = { id: number; version: number };

/** Items per statement. */
const batchSize = 1_000;

/** The first choices, in the order of the file. */
export async function* readListItems(
  db: Db,
  { id, version }: VersionOfList,
  limit: number,
): AsyncGenerator<ListItem[]> {
  for (let start = 0; start < limit; start += batchSize) {
    const rows = await db
      .selectFrom("list_items")
      .select("item")
      .where("list_id", "=", id)
      .where("version", "=", version)
      .where("position", ">", start)
      .where("position", "<=", Math.min(start + batchSize, limit))
      .orderBy("position")
      .execute();
    yield rows.map(({ item }) => item);
    if (rows.length < batchSize) return;
  }
}

/** The choices that contain every word of `q`: labels that begin with it first, then those with a word that does. */
export async function searchListItems(
  db: Db,
  { id, version }: VersionOfList,
  { q, limit }: { q: string; limit: number },
): Promise<ListItem[]> {
  const words = searchWords(q);
  const beginning = ` ${escapeLike(words.join(" "))}%`;
  const rows = await db
    .selectFrom("list_items")
    .select("item")
    .where("list_id", "=", id)
    .where("version", "=", version)
    .where((where) => where.and(words.map((word) => where("search_text", "like", `%${escapeLike(word)}%`))))
    .orderBy(sql`search_text LIKE ${beginning}`, "desc")
    .orderBy(sql`search_text LIKE ${`%${beginning}`}`, "desc")
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map(({ item }) => item);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** `version` is null if the list has no such version. */
export type KnownVersion = { organization_id: number; version: number | null; attributes: string[] };

/** Versions of lists, by default the newest, in the same order; undefined for unknown lists. */
export async function findVersions(
  db: Db,
  wanted: readonly { id: number; version?: number | undefined }[],
): Promise<(KnownVersion | undefined)[]> {
  const { rows } = await sql<KnownVersion & { place: number }>`
    SELECT wanted.place::int, l.organization_id, v.version, v.attributes
    FROM unnest(${wanted.map(({ id }) => id)}::int[], ${wanted.map(({ version }) => version ?? null)}::int[])
      WITH ORDINALITY AS wanted (id, version, place)
    JOIN lists l ON l.id = wanted.id
    LEFT JOIN list_versions v ON v.list_id = l.id AND v.version = coalesce(wanted.version, l.version)`.execute(db);
  return wanted.map((_each, index) => rows.find(({ place }) => place === index + 1));
}

export type WantedItem = { id: number; version: number; code: string };
export const nameOfItem = ({ id, version, code }: WantedItem): string => `${id}/${version}/${code}`;
export type FoundItem = WantedItem & { item: ListItem };

/** The items with these codes; unknown ones are missing. */
export async function findItems(db: Db, wanted: readonly WantedItem[]): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    SELECT i.list_id AS id, i.version, i.code, i.item
    FROM unnest(${wanted.map(({ id }) => id)}::int[], ${wanted.map(({ version }) => version)}::int[],
      ${wanted.map(({ code }) => code)}::text[]) AS wanted (id, version, code)
    JOIN list_items i ON i.list_id = wanted.id AND i.version = wanted.version AND i.code = wanted.code`.execute(db);
  return rows;
}

/** The versions with species. */
export async function findVersionsOfTaxa(db: Db, wanted: readonly VersionOfList[]): Promise<VersionOfList[]> {
  const { rows } = await sql<VersionOfList>`
    SELECT wanted.id, wanted.version
    FROM unnest(${wanted.map(({ id }) => id)}::int[], ${wanted.map(({ version }) => version)}::int[])
      AS wanted (id, version)
    WHERE EXISTS (
      SELECT FROM list_items i
      WHERE i.list_id = wanted.id AND i.version = wanted.version AND i.item ? 'taxon')`.execute(db);
  return rows;
}

/** Those of these lists that have places in any version, or may have. */
export async function findListsWithPlaces(db: Db | Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ list_id: number }>`
    SELECT DISTINCT list_id FROM list_versions
    WHERE list_id = ANY (${ids}::int[]) AND (place_columns IS NULL OR place_columns <> '{}')`.execute(db);
  return new Set(rows.map(({ list_id }) => list_id));
}

export type ListAudience = {
  organization_id: number;
  /** Columns of this version with places; null if nobody has looked yet. */
  place_columns: string[] | null;
  /** Whether a quest that isn't a draft uses it. */
  is_used: boolean;
  /** Whether it is used where exact positions aren't public. */
  is_closed: boolean;
  /** Whether this adventurer has joined a quest that uses it. */
  has_joined: boolean;
};

/**
 * Who may see a version of a list; undefined if there is no such version. The trigger function `note_lists_of_quest` notes
 * which lists a quest uses.
 */
export async function findAudience(
  db: Db,
  { id, version }: VersionOfList,
  adventurer: string | undefined,
): Promise<ListAudience | undefined> {
  const { rows } = await sql<ListAudience>`
    SELECT l.organization_id, v.place_columns,
      EXISTS (SELECT FROM quest_lists u JOIN quests q ON q.id = u.quest_id
        WHERE u.list_id = l.id AND q.quest_status <> 'INACTIVE') AS is_used,
      EXISTS (SELECT FROM quest_lists u JOIN quests q ON q.id = u.quest_id
        WHERE u.list_id = l.id AND (q.results_visibility, q.results_positions) <> ('public', 'exact')) AS is_closed,
      EXISTS (SELECT FROM quest_lists u JOIN adventurer_quests a ON a.quest_id = u.quest_id
        WHERE u.list_id = l.id AND a.adventurer_id = ${adventurer ?? null}) AS has_joined
    FROM lists l JOIN list_versions v ON v.list_id = l.id
    WHERE l.id = ${id} AND v.version = ${version}`.execute(db);
  return rows[0];
}

/** Takes back what is public of all quests with this list, and publishes it anew, unless exact positions are public. */
export async function publishQuestsAgain(tx: Tx, listId: number): Promise<void> {
  // Locked, so that nobody publishes meanwhile by what was known before.
  const { rows } = await sql<{ id: number }>`
    SELECT q.id FROM quests q WHERE q.id IN (SELECT quest_id FROM quest_lists WHERE list_id = ${listId})
      AND q.results_visibility = 'public' AND q.results_positions <> 'exact' ORDER BY q.id FOR UPDATE`.execute(tx);
  for (const { id } of rows) await sql`SELECT publish_all_again(${id})`.execute(tx);
}

/** Versions in which nobody has looked for places yet. */
export function findUnjudgedVersions(db: Db): Promise<VersionOfList[]> {
  return db
    .selectFrom("list_versions")
    .select(["list_id as id", "version"])
    .where("place_columns", "is", null)
    .orderBy("list_id")
    .orderBy("version")
    .execute();
}

export async function setPlaceColumns(
  tx: Tx,
  { id, version }: VersionOfList,
  columns: Iterable<string>,
): Promise<void> {
  await tx
    .updateTable("list_versions")
    .set({ place_columns: [...columns] })
    .where("list_id", "=", id)
    .where("version", "=", version)
    .execute();
}

export async function insertList(tx: Tx, list: { organizationId: number; name: string }): Promise<number> {
  const { id } = await tx
    .insertInto("lists")
    .values({ organization_id: list.organizationId, name: list.name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOrganizationOfList(db: Db, id: number): Promise<number | undefined> {
  const list = await db.selectFrom("lists").select("organization_id").where("id", "=", id).executeTakeFirst();
  return list?.organization_id;
}

/** The number of the next version; locks the list. Undefined for an unknown list. */
export async function raiseListVersion(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable("lists")
    .set((set) => ({ version: set("version", "+", 1) }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirst();
  return row?.version;
}

export async function insertListVersion(tx: Tx, version: Insertable<ListVersions>): Promise<void> {
  await tx.insertInto("list_versions").values(version).execute();
}

/** @param json of a list of rows: `position`, `code`, `item`, `search_text` */
export async function insertListItems(tx: Tx, { id, version }: VersionOfList, json: string): Promise<void> {
  await sql`
    INSERT INTO list_items (list_id, version, position, code, item, search_text)
    SELECT ${id}, ${version}, row.position, row.code, row.item, row.search_text
    FROM json_to_recordset(${json}::json) AS row (position int, code text, item jsonb, search_text text)`.execute(tx);
}
