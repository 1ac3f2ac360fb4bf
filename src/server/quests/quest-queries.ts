import { type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonArrayFrom, jsonBuildObject } from "kysely/helpers/postgres";
import { maxId } from "../../contract/limits.ts";
import type { Quest, QuestFilter, QuestFormPayload, QuestLocationPayload, QuestMarker } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, readPart, requireCursor } from "../database/list-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { searchWords } from "./quest-rules.ts";

/** Every quest as `q`, with its first place as `place`. */
function fromQuests(db: Db) {
  return db.selectFrom("quests as q").leftJoinLateral(
    (eb) =>
      eb
        .selectFrom("quest_locations as l")
        .select(["l.id", "l.latitude", "l.longitude"])
        .whereRef("l.quest_id", "=", "q.id")
        .orderBy("l.id")
        .limit(1)
        .as("place"),
    (join) => join.onTrue(),
  );
}

/** Quests as the wire has them; without data points, which only admins see. */
function selectQuests(db: Db) {
  return fromQuests(db)
    .innerJoin("organizations as o", "o.id", "q.organization_id")
    .select(["q.id", "q.quest_name", "q.quest_image", "q.organization_id", "place.id as location_id"])
    .select(["q.quest_description", "q.quest_difficulty", "q.study_motivation", "q.training_requirement", "q.safety"])
    .select(["q.equipment", "q.quest_deadline", "q.adventurer_limit", "q.quest_status", "q.quest_type"])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("quest_locations as l")
          .select(["l.id", "l.quest_id", "l.address_line1", "l.address_line2", "l.locality", "l.administrative_area"])
          .select(["l.postal_code", coordinatesOf("l"), "l.country"])
          .whereRef("l.quest_id", "=", "q.id")
          .orderBy("l.id"),
      ).as("locations"),
      jsonBuildObject({ id: eb.ref("o.id"), organization_name: eb.ref("o.organization_name") }).as("organization"),
      eb
        .selectFrom("adventurer_quests as a")
        .select((count) => count.cast<number>(count.fn.countAll(), "integer").as("count"))
        .whereRef("a.quest_id", "=", "q.id")
        .as("adventurer_count"),
      sql<never[]>`'[]'::json`.as("quest_data"),
    ])
    .$castTo<Quest>();
}

function coordinatesOf(table: string) {
  return sql<Coordinates>`json_build_array(${sql.ref(`${table}.latitude`)}, ${sql.ref(`${table}.longitude`)})`.as(
    "coordinates",
  );
}

/** One part of the public list, or the whole list where nothing says how much of it. */
export async function listQuests(db: Db, filter: QuestFilter): Promise<Part<Quest>> {
  const distance = filter.near && distanceTo(filter.near);
  let query = selectQuests(db)
    .select((distance ? sql<string | null>`(${distance})::text` : sql<string | null>`NULL`).as("distance"))
    .where(({ and }) => and(listConditions(filter)));
  if (filter.after !== undefined) query = query.where(isBehind(filter.after, distance));
  if (distance) query = query.orderBy(distance);
  query = query.orderBy("q.id", "desc");
  if (filter.limit === undefined && filter.after === undefined) return { rows: await query.execute(), next: undefined };
  return readPart(query, filter, ({ id, distance }) => (distance === null ? String(id) : `${distance}_${id}`));
}

/** From a quest's first place, in kilometres along the great circle (haversine, mean Earth radius 6371.0088 km, IUGG). */
function distanceTo([latitude, longitude]: Coordinates): RawBuilder<number> {
  return sql<number>`2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians(place.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(place.latitude))
      * power(sin(radians(place.longitude - ${longitude}::float8) / 2), 2))))`;
}

function isBehind(after: string, distance: RawBuilder<number> | undefined): RawBuilder<SqlBool> {
  const isId = (id: string | undefined) => Number(id) <= maxId;
  if (!distance) {
    const [id] = requireCursor(after, /^(\d{1,10})$/, ([questId]) => isId(questId));
    return sql<SqlBool>`q.id < ${Number(id)}`;
  }
  const withDistance = /^(\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,3})?)_(\d{1,10})$/;
  const [kilometers, id] = requireCursor(after, withDistance, ([, questId]) => isId(questId));
  return sql<SqlBool>`(${distance}, -q.id) > (${kilometers}::float8, ${-Number(id)}::int)`;
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
  return fromQuests(db)
    .select(["q.id", "q.quest_name", "q.quest_type", coordinatesOf("place")])
    .where("place.id", "is not", null)
    .where(({ and }) => and(listConditions(filter)))
    .orderBy("q.id", "desc")
    .execute();
}

export function findQuest(db: Db, id: number): Promise<Quest | undefined> {
  return selectQuests(db).where("q.id", "=", id).executeTakeFirst();
}

/** @throws DomainError `quest_not_found` */
export async function getQuest(db: Db, id: number): Promise<Quest> {
  const quest = await findQuest(db, id);
  if (!quest) throw new DomainError("quest_not_found");
  return quest;
}

export async function findQuests(db: Db, ids: readonly number[]): Promise<Quest[]> {
  if (ids.length === 0) return [];
  return selectQuests(db).where(sql<SqlBool>`q.id = ANY(${ids})`).orderBy("q.id", "desc").execute();
}

/** Every quest, drafts included. */
export function listAllQuests(db: Db): Promise<Quest[]> {
  return selectQuests(db).orderBy("q.id", "desc").execute();
}

/** A quest's own columns. */
export type QuestValues = Omit<QuestFormPayload, "locations" | "organization" | "deleted_locations"> & {
  organization_id: number;
};

/** The quest without places; nothing finds it before its search text is set. */
export async function insertQuest(tx: Tx, quest: QuestValues): Promise<number> {
  const { id } = await tx
    .insertInto("quests")
    .values({ ...questColumns(quest), search_text: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets every column. @throws DomainError `quest_not_found` */
export async function setQuest(tx: Tx, id: number, quest: QuestValues): Promise<void> {
  const updated = await tx
    .updateTable("quests")
    .set({ ...questColumns(quest), updated_at: sql`now()` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!updated) throw new DomainError("quest_not_found");
}

function questColumns(quest: QuestValues) {
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
