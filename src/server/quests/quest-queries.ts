import { type RawBuilder, sql } from "kysely";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import { DomainError } from "../../contract/errors.ts";
import { pageSize } from "../../contract/limits.ts";
import type { Quest, QuestFilter, QuestFormPayload, QuestLocationPayload, QuestMarker } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import type { Db, Tx } from "../database/connection.ts";
import { questSearchText, requireOrganization, searchWords } from "./quest-rules.ts";

type QuestRow = Omit<Quest, "quest_data">;

/** The first place of each quest, as `place`. */
const firstPlace = sql`LEFT JOIN LATERAL (
  SELECT l.id, l.latitude, l.longitude FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1
) place ON true`;

const questColumns = sql`
  q.id, q.quest_name, q.quest_image, q.organization_id, place.id AS location_id, q.quest_description,
  q.quest_difficulty, q.study_motivation, q.training_requirement, q.safety, q.equipment, q.quest_deadline,
  q.adventurer_limit, q.quest_status, q.quest_type,
  (SELECT coalesce(json_agg(json_build_object(
      'id', l.id, 'quest_id', l.quest_id, 'address_line1', l.address_line1, 'address_line2', l.address_line2,
      'locality', l.locality, 'administrative_area', l.administrative_area, 'postal_code', l.postal_code,
      'coordinates', json_build_array(l.latitude, l.longitude), 'country', l.country) ORDER BY l.id), '[]')
    FROM quest_locations l WHERE l.quest_id = q.id) AS locations,
  json_build_object('id', o.id, 'organization_name', o.organization_name) AS organization,
  (SELECT count(*)::int FROM adventurer_quests a WHERE a.quest_id = q.id) AS adventurer_count`;

async function selectQuests(db: Db, rest: RawBuilder<unknown>): Promise<Quest[]> {
  const { rows } = await sql<QuestRow>`
    SELECT ${questColumns}
    FROM quests q JOIN organizations o ON o.id = q.organization_id ${firstPlace}
    ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, quest_data: [] }));
}

/** One part of the public list; `next` is the `after` of the part that follows, undefined at the end. */
export async function listQuests(db: Db, filter: QuestFilter): Promise<{ quests: Quest[]; next: string | undefined }> {
  const limit = filter.limit ?? (filter.after === undefined ? undefined : pageSize.default);
  // Kilometres along the great circle (haversine, mean Earth radius 6371.0088 km, IUGG).
  const distance = filter.near
    ? sql<number>`2 * 6371.0088 * asin(least(1, sqrt(
        power(sin(radians(place.latitude - ${filter.near[0]}::float8) / 2), 2)
        + cos(radians(${filter.near[0]}::float8)) * cos(radians(place.latitude))
          * power(sin(radians(place.longitude - ${filter.near[1]}::float8) / 2), 2))))`
    : undefined;
  const conditions = listConditions(filter);
  if (filter.after !== undefined) {
    const cursor = requireCursor(filter.after, distance !== undefined);
    conditions.push(
      distance
        ? sql`(${distance}, -q.id) > (${cursor.distance}::float8, ${-cursor.id}::int)`
        : sql`q.id < ${cursor.id}`,
    );
  }
  const order = distance ? sql`${distance}, q.id DESC` : sql`q.id DESC`;
  const quests = await selectQuests(
    db,
    sql`WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} ${limit ? sql`LIMIT ${limit + 1}` : sql``}`,
  );
  const last = limit === undefined || quests.length <= limit ? undefined : quests[limit - 1];
  if (!last || limit === undefined) return { quests, next: undefined };
  const next = distance ? `${await distanceOf(db, last.id, distance)}_${last.id}` : String(last.id);
  return { quests: quests.slice(0, limit), next };
}

function listConditions(filter: Pick<QuestFilter, "q" | "type" | "status" | "bbox">): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`q.quest_status <> 'INACTIVE'`];
  for (const word of searchWords(filter.q ?? "")) {
    conditions.push(sql`q.search_text LIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`);
  }
  if (filter.type) conditions.push(sql`q.quest_type = ${filter.type}`);
  if (filter.status) conditions.push(sql`q.quest_status = ${filter.status}`);
  if (filter.bbox) {
    const [west, south, east, north] = filter.bbox;
    const longitudes =
      west <= east
        ? sql`place.longitude BETWEEN ${west} AND ${east}`
        : sql`(place.longitude >= ${west} OR place.longitude <= ${east})`;
    conditions.push(sql`place.latitude BETWEEN ${south} AND ${north}`, longitudes);
  }
  return conditions;
}

async function distanceOf(db: Db, questId: number, distance: RawBuilder<number>): Promise<string> {
  const { rows } = await sql<{ distance: string }>`
    SELECT (${distance})::text AS distance FROM quests q ${firstPlace} WHERE q.id = ${questId}`.execute(db);
  return rows[0]?.distance ?? "0";
}

function requireCursor(after: string, withDistance: boolean): { id: number; distance: string } {
  const match = (withDistance ? /^(\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,3})?)_(\d{1,10})$/ : /^()(\d{1,10})$/).exec(after);
  const id = Number(match?.[2]);
  if (!match || id > 2_147_483_647) {
    throw new DomainError("validation_failed", "query.after: Invalid value", [
      { path: "query.after", message: "Invalid value" },
    ]);
  }
  return { id, distance: match[1] ?? "0" };
}

export async function listQuestMarkers(
  db: Db,
  filter: Pick<QuestFilter, "q" | "type" | "status" | "bbox">,
): Promise<QuestMarker[]> {
  const { rows } = await sql<QuestMarker>`
    SELECT q.id, q.quest_name, q.quest_type, json_build_array(place.latitude, place.longitude) AS coordinates
    FROM quests q ${firstPlace}
    WHERE place.id IS NOT NULL AND ${sql.join(listConditions(filter), sql` AND `)} ORDER BY q.id DESC`.execute(db);
  return rows;
}

export async function findQuest(db: Db, id: number): Promise<Quest | undefined> {
  return (await selectQuests(db, sql`WHERE q.id = ${id}`))[0];
}

/** @throws DomainError `quest_not_found` */
export async function getQuest(db: Db, id: number): Promise<Quest> {
  const quest = await findQuest(db, id);
  if (!quest) throw new DomainError("quest_not_found", "No quest found");
  return quest;
}

export async function findQuests(db: Db, ids: readonly number[]): Promise<Quest[]> {
  return ids.length === 0 ? [] : selectQuests(db, sql`WHERE q.id = ANY(${ids}) ORDER BY q.id DESC`);
}

/** Every quest, drafts included, each with the data points that `dataPointsOf` finds. */
export async function listAdminQuests(
  db: Db,
  dataPointsOf: (questIds: number[]) => Promise<QuestDataPoint[]>,
): Promise<Quest[]> {
  const quests = await selectQuests(db, sql`ORDER BY q.id DESC`);
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  for (const point of await dataPointsOf([...byId.keys()])) {
    if (point.quest_id !== null) byId.get(point.quest_id)?.quest_data.push(point);
  }
  return quests;
}

export async function createQuest(tx: Tx, payload: QuestFormPayload): Promise<number> {
  const organizationId = requireOrganization(payload);
  const { id } = await tx
    .insertInto("quests")
    .values({ ...questValues(payload, organizationId), search_text: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertLocations(tx, id, payload.locations);
  await refreshSearchText(tx, id);
  return id;
}

/**
 * Sets every field of the quest; locations with an id are changed, those without are added, others stay as they are.
 * @throws DomainError `quest_not_found`, `location_not_found` for a location of another quest
 */
export async function updateQuest(tx: Tx, id: number, payload: QuestFormPayload): Promise<void> {
  const organizationId = requireOrganization(payload);
  const updated = await tx
    .updateTable("quests")
    .set({ ...questValues(payload, organizationId), updated_at: sql`now()` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!updated) throw new DomainError("quest_not_found", "No quest found");
  for (const [index, location] of payload.locations.entries()) {
    if (location.id === undefined || location.id === null) continue;
    const changed = await tx
      .updateTable("quest_locations")
      .set(locationValues(location))
      .where("id", "=", location.id)
      .where("quest_id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!changed) {
      throw new DomainError("location_not_found", "This quest has no such location.", [
        { path: `locations.${index}.id`, message: "This quest has no such location." },
      ]);
    }
  }
  await insertLocations(
    tx,
    id,
    payload.locations.filter((location) => location.id === undefined || location.id === null),
  );
  await refreshSearchText(tx, id);
}

/**
 * Deletes the locations; ids that are gone already are harmless.
 * @throws DomainError `quest_needs_location` where a quest would lose its last
 */
export async function deleteQuestLocations(tx: Tx, ids: readonly number[]): Promise<void> {
  // The quests are locked, so that two admins cannot each delete the other's last location.
  const quests = await tx
    .selectFrom("quests")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("quest_locations")
        .select("quest_id")
        .where("id", "in", [...ids]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  await tx
    .deleteFrom("quest_locations")
    .where("id", "in", [...ids])
    .execute();
  for (const quest of quests) {
    const left = await tx
      .selectFrom("quest_locations")
      .select("id")
      .where("quest_id", "=", quest.id)
      .executeTakeFirst();
    if (!left) throw new DomainError("quest_needs_location", "A quest keeps at least one location.");
    await refreshSearchText(tx, quest.id);
  }
}

function questValues(payload: QuestFormPayload, organizationId: number) {
  return {
    quest_name: payload.quest_name,
    organization_id: organizationId,
    quest_description: payload.quest_description ?? null,
    quest_difficulty: payload.quest_difficulty,
    study_motivation: payload.study_motivation ?? null,
    training_requirement: payload.training_requirement ?? null,
    safety: payload.safety ?? null,
    equipment: payload.equipment ?? null,
    quest_deadline: payload.quest_deadline ?? null,
    adventurer_limit: payload.adventurer_limit ?? null,
    quest_status: payload.quest_status,
    quest_type: payload.quest_type,
  };
}

function locationValues(location: QuestLocationPayload) {
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

async function insertLocations(tx: Tx, questId: number, locations: readonly QuestLocationPayload[]): Promise<void> {
  if (locations.length === 0) return;
  await tx
    .insertInto("quest_locations")
    .values(locations.map((location) => ({ quest_id: questId, ...locationValues(location) })))
    .execute();
}

async function refreshSearchText(tx: Tx, id: number): Promise<void> {
  const quest = await getQuest(tx, id);
  await tx
    .updateTable("quests")
    .set({ search_text: questSearchText({ ...quest, organization_name: quest.organization.organization_name }) })
    .where("id", "=", id)
    .execute();
}

/** After an organization's name changed: its quests are found by the new one. */
export async function refreshSearchTextOfOrganization(tx: Tx, organizationId: number): Promise<void> {
  const quests = await tx.selectFrom("quests").select("id").where("organization_id", "=", organizationId).execute();
  for (const quest of quests) await refreshSearchText(tx, quest.id);
}
