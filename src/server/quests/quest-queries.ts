import { type RawBuilder, type SqlBool, sql } from "kysely";
import { earliestDayOnEarth } from "../../contract/joining-rules.ts";
import { maxId } from "../../contract/limits.ts";
import type { Quest, QuestFilter, QuestFormPayload, QuestLocationPayload, QuestMarker } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import type { Protocol } from "../../protocol/field.ts";
import { treeCountMin } from "../../protocol/tree-task.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, readPart, requireCursor } from "../database/list-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { searchWords, withVersion } from "./quest-rules.ts";

// Quests are part of nearly every answer. Written out, these queries cost half of what building them anew for each call does.

/** Every quest as `q`, with its first place as `place`. */
const fromQuests = sql.raw(`FROM quests q LEFT JOIN LATERAL (
  SELECT l.id, l.latitude, l.longitude FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1
) place ON true`);

/** A quest as the wire has it; without data points, which only admins see, and without its protocol, which may be long. */
const questColumns = sql.raw(`
  q.id, q.quest_name, q.quest_image, q.organization_id, place.id AS location_id, q.quest_description,
  q.quest_difficulty, q.study_motivation, q.training_requirement, q.safety, q.equipment, q.quest_deadline,
  q.adventurer_limit, q.quest_status, q.quest_type,
  (SELECT coalesce(json_agg(json_build_object(
      'id', l.id, 'quest_id', l.quest_id, 'address_line1', l.address_line1, 'address_line2', l.address_line2,
      'locality', l.locality, 'administrative_area', l.administrative_area, 'postal_code', l.postal_code,
      'coordinates', json_build_array(l.latitude, l.longitude), 'country', l.country) ORDER BY l.id), '[]')
    FROM quest_locations l WHERE l.quest_id = q.id) AS locations,
  json_build_object('id', o.id, 'organization_name', o.organization_name) AS organization,
  (SELECT count(*)::int FROM adventurer_quests a WHERE a.quest_id = q.id) AS adventurer_count,
  (SELECT count(*)::int FROM adventurer_quests a WHERE a.quest_id = q.id AND a.status <> 'completed')
    AS active_adventurer_count,
  '[]'::json AS quest_data, q.protocol_version,
  CASE WHEN q.protocol_version IS NOT NULL THEN
    (SELECT v.target_count FROM protocol_versions v
      WHERE v.quest_id = q.id AND v.version = q.protocol_version)
    WHEN q.quest_type = 'TREES' THEN ${treeCountMin} END AS target_count`);
const withOrganization = sql.raw("JOIN organizations o ON o.id = q.organization_id");

const protocolColumn = sql.raw(`
  (SELECT v.protocol FROM protocol_versions v WHERE v.quest_id = q.id AND v.version = q.protocol_version) AS protocol`);

async function selectQuests(db: Db, rest: RawBuilder<unknown>): Promise<Quest[]> {
  const query = sql<Quest>`SELECT ${questColumns} ${fromQuests} ${withOrganization} ${rest}`;
  return (await query.execute(db)).rows;
}

type ListedQuest = Quest & { distance: string | null; is_open: boolean | null };

/**
 * One part of the public list, or the whole list where nothing says how much of it: the nearest first where a point is
 * given, otherwise those that can be joined before all others, and in each the newest first.
 */
export function listQuests(db: Db, filter: QuestFilter, now = new Date()): Promise<Part<Quest>> {
  return filter.near ? listNearestFirst(db, filter, filter.near) : listOpenFirst(db, filter, isOpen(now));
}

async function listNearestFirst(db: Db, filter: QuestFilter, near: Coordinates): Promise<Part<Quest>> {
  const distance = distanceTo(near);
  const conditions = listConditions(filter);
  if (filter.after !== undefined) conditions.push(isFartherThan(filter.after, distance));
  return listPart(
    filter,
    async (limit) => {
      const query = sql<ListedQuest>`SELECT ${questColumns}, (${distance})::text AS distance
      ${fromQuests} ${withOrganization} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${distance}, q.id DESC ${limitTo(limit)}`;
      return (await query.execute(db)).rows;
    },
    ({ id, distance: kilometers }) => `${kilometers}_${id}`,
  );
}

async function listOpenFirst(db: Db, filter: QuestFilter, open: RawBuilder<SqlBool>): Promise<Part<Quest>> {
  const after = filter.after === undefined ? undefined : placeInList(filter.after);
  const select = async (group: "open" | "closed", limit: number | undefined) => {
    const conditions = listConditions(filter);
    conditions.push(group === "open" ? open : sql<SqlBool>`NOT ${open}`);
    if (after?.group === group) conditions.push(sql<SqlBool>`q.id < ${after.id}`);
    const query = sql<ListedQuest>`SELECT ${questColumns}, ${group === "open"}::boolean AS is_open
      ${fromQuests} ${withOrganization} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY q.id DESC ${limitTo(limit)}`;
    return (await query.execute(db)).rows;
  };
  // One after the other instead of sorted together: each group stands in the order of an index, so that a part costs what it shows.
  return listPart(
    filter,
    async (limit) => {
      const rows = after?.group === "closed" ? [] : await select("open", limit);
      if (limit !== undefined && rows.length >= limit) return rows;
      return [...rows, ...(await select("closed", limit === undefined ? undefined : limit - rows.length))];
    },
    ({ id, is_open: isOpenQuest }) => `${isOpenQuest ? "open" : "closed"}_${id}`,
  );
}

const limitTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`LIMIT ${limit}`);

/** Without `limit` and `after` all rows. */
async function listPart(
  filter: QuestFilter,
  select: (limit: number | undefined) => Promise<ListedQuest[]>,
  cursorOf: (last: ListedQuest) => string,
): Promise<Part<Quest>> {
  if (filter.limit === undefined && filter.after === undefined) {
    return { rows: await select(undefined), next: undefined };
  }
  return readPart({ limit: (count: number) => ({ execute: () => select(count) }) }, filter, cursorOf);
}

/** What `findJoinObstacle` decides, where the database has to know it. */
function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(q.quest_status = 'ACCEPTING_APPLICATIONS'
    AND (q.quest_deadline IS NULL OR q.quest_deadline >= ${earliestDayOnEarth(now)}::date)
    AND (q.adventurer_limit IS NULL
      OR q.adventurer_limit > (SELECT count(*) FROM adventurer_quests a WHERE a.quest_id = q.id)))`;
}

/** From a quest's first place, in kilometres along the great circle (haversine, mean Earth radius 6371.0088 km, IUGG). */
function distanceTo([latitude, longitude]: Coordinates): RawBuilder<number> {
  return sql<number>`2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians(place.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(place.latitude))
      * power(sin(radians(place.longitude - ${longitude}::float8) / 2), 2))))`;
}

const isId = (id: string | undefined) => Number(id) <= maxId;

function placeInList(after: string): { group: "open" | "closed"; id: number } {
  const [group, id] = requireCursor(after, /^(open|closed)_(\d{1,10})$/, ([, questId]) => isId(questId));
  return { group: group === "open" ? "open" : "closed", id: Number(id) };
}

function isFartherThan(after: string, distance: RawBuilder<number>): RawBuilder<SqlBool> {
  const withDistance = /^(\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,3})?)_(\d{1,10})$/;
  const [kilometers, id] = requireCursor(after, withDistance, ([, questId]) => isId(questId));
  return sql<SqlBool>`(${distance}, -q.id) > (${Number(kilometers)}::float8, ${-Number(id)}::int)`;
}

function listConditions(filter: Pick<QuestFilter, "q" | "type" | "status" | "bbox">): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`q.quest_status <> 'INACTIVE'`];
  for (const word of searchWords(filter.q ?? "")) {
    conditions.push(sql<SqlBool>`q.search_text LIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`);
  }
  if (filter.type) conditions.push(sql<SqlBool>`q.quest_type = ${filter.type}`);
  if (filter.status) conditions.push(sql<SqlBool>`q.quest_status = ${filter.status}`);
  if (filter.bbox) {
    const [west, south, east, north] = filter.bbox;
    const longitudes =
      west <= east
        ? sql<SqlBool>`place.longitude BETWEEN ${west} AND ${east}`
        : sql<SqlBool>`(place.longitude >= ${west} OR place.longitude <= ${east})`;
    conditions.push(sql<SqlBool>`place.latitude BETWEEN ${south} AND ${north}`, longitudes);
  }
  return conditions;
}

export async function listQuestMarkers(
  db: Db,
  filter: Pick<QuestFilter, "q" | "type" | "status" | "bbox">,
): Promise<QuestMarker[]> {
  const query = sql<QuestMarker>`
    SELECT q.id, q.quest_name, q.quest_type, json_build_array(place.latitude, place.longitude) AS coordinates
    ${fromQuests} WHERE place.id IS NOT NULL AND ${sql.join(listConditions(filter), sql` AND `)} ORDER BY q.id DESC`;
  return (await query.execute(db)).rows;
}

/** With its protocol. */
export async function findQuest(db: Db, id: number): Promise<Quest | undefined> {
  type Row = Quest & { protocol: Protocol | null };
  const query = sql<Row>`SELECT ${questColumns}, ${protocolColumn} ${fromQuests} ${withOrganization} WHERE q.id = ${id}`;
  const [quest] = (await query.execute(db)).rows;
  if (!quest) return undefined;
  const { protocol, protocol_version: version } = quest;
  return { ...quest, protocol: protocol && version !== null ? withVersion(protocol, version) : null };
}

/** With its protocol. @throws DomainError `quest_not_found` */
export async function getQuest(db: Db, id: number): Promise<Quest> {
  const quest = await findQuest(db, id);
  if (!quest) throw new DomainError("quest_not_found");
  return quest;
}

/** @throws DomainError `quest_not_found` */
export async function requireQuest(db: Db, id: number): Promise<void> {
  const quest = await db.selectFrom("quests").select("id").where("id", "=", id).executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
}

export async function findQuests(db: Db, ids: readonly number[]): Promise<Quest[]> {
  if (ids.length === 0) return [];
  return selectQuests(db, sql`WHERE q.id = ANY(${ids}) ORDER BY q.id DESC`);
}

/** Every quest, drafts included. */
export function listAllQuests(db: Db): Promise<Quest[]> {
  return selectQuests(db, sql`ORDER BY q.id DESC`);
}

/** A quest's own columns. */
export type QuestValues = Omit<QuestFormPayload, "locations" | "organization" | "deleted_locations" | "protocol"> & {
  organization_id: number;
};

/** The quest without places; nothing finds it before its search text is set. */
export async function insertQuest(tx: Tx, quest: QuestValues): Promise<number> {
  const { id } = await tx
    .insertInto("quests")
    .values({ ...valuesOf(quest), search_text: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets every column, and locks the row. @throws DomainError `quest_not_found` */
export async function setQuest(tx: Tx, id: number, quest: QuestValues): Promise<void> {
  const updated = await tx
    .updateTable("quests")
    .set({ ...valuesOf(quest), updated_at: sql`now()` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!updated) throw new DomainError("quest_not_found");
}

function valuesOf(quest: QuestValues) {
  return {
    quest_name: quest.quest_name,
    organization_id: quest.organization_id,
    quest_description: quest.quest_description ?? null,
    quest_difficulty: quest.quest_difficulty,
    study_motivation: quest.study_motivation ?? null,
    training_requirement: quest.training_requirement ?? null,
    safety: quest.safety ?? null,
    equipment: quest.equipment ?? null,
    quest_deadline: quest.quest_deadline ?? null,
    adventurer_limit: quest.adventurer_limit ?? null,
    quest_status: quest.quest_status,
    quest_type: quest.quest_type,
  };
}

function locationColumns(location: QuestLocationPayload) {
  const [latitude, longitude] = location.coordinates as Coordinates;
  return {
    address_line1: location.address_line1 ?? null,
    address_line2: location.address_line2 ?? null,
    locality: location.locality,
    administrative_area: location.administrative_area,
    postal_code: location.postal_code,
    country: location.country,
    latitude,
    longitude,
  };
}

export async function insertLocations(
  tx: Tx,
  questId: number,
  locations: readonly QuestLocationPayload[],
): Promise<void> {
  if (locations.length === 0) return;
  await tx
    .insertInto("quest_locations")
    .values(locations.map((location) => ({ quest_id: questId, ...locationColumns(location) })))
    .execute();
}

/** Changes a location of the quest; false where the quest has none of that id. */
export async function setLocation(
  tx: Tx,
  questId: number,
  id: number,
  location: QuestLocationPayload,
): Promise<boolean> {
  const changed = await tx
    .updateTable("quest_locations")
    .set(locationColumns(location))
    .where("id", "=", id)
    .where("quest_id", "=", questId)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** The quests of these locations, locked until the transaction ends. */
export async function lockQuestsOfLocations(tx: Tx, locationIds: readonly number[]): Promise<number[]> {
  const quests = await tx
    .selectFrom("quests")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("quest_locations")
        .select("quest_id")
        .where("id", "in", [...locationIds]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return quests.map((quest) => quest.id);
}

export async function deleteLocations(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("quest_locations")
    .where("id", "in", [...ids])
    .execute();
}

export async function hasLocation(db: Db, questId: number): Promise<boolean> {
  const location = await db
    .selectFrom("quest_locations")
    .select("id")
    .where("quest_id", "=", questId)
    .executeTakeFirst();
  return location !== undefined;
}

export async function setSearchText(tx: Tx, id: number, searchText: string): Promise<void> {
  await tx.updateTable("quests").set({ search_text: searchText }).where("id", "=", id).execute();
}

export async function findQuestIdsOfOrganization(db: Db, organizationId: number): Promise<number[]> {
  const quests = await db.selectFrom("quests").select("id").where("organization_id", "=", organizationId).execute();
  return quests.map((quest) => quest.id);
}
