import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../../generated/database/schema.ts";
import type { QuestStatus } from "../../contract/enums.ts";
import { earliestDayOnEarth } from "../../contract/joining-rules.ts";
import { maxId } from "../../contract/limits.ts";
import { type TypedField, typedFields } from "../../contract/quest-fields.ts";
import { type QuestTranslations, writtenTexts } from "../../contract/quest-languages.ts";
import type {
  Quest,
  QuestChangePayload,
  QuestFilter,
  QuestFormPayload,
  QuestLocationPayload,
} from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { earthRadiusMeters } from "../../protocol/distance.ts";
import type { Protocol } from "../../protocol/field.ts";
import { searchWords } from "../../protocol/search-text.ts";
import { treeCountMin } from "../../protocol/tree-task.ts";
import type { Scope } from "../auth/scope.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { type Part, readPart, requireCursor } from "../database/list-parts.ts";
import { askRights } from "../database/rights.ts";
import { type Box, boxesAround, splitAtDateLine } from "../evidence/boxes.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { inScope, ofOrganizations } from "../teams/scope-queries.ts";
import { isOfQuestItselfSql } from "./quest-history-queries.ts";
import { withVersion } from "./quest-rules.ts";

/** A typed field is a column of the same name. */
const typedColumns: readonly (keyof Database["quests"])[] = typedFields;

// Quests are in nearly every answer. Written as SQL, these queries cost half of building them for each call.

/** A quest as in answers, without data points (administrators only) and protocol (may be long). */
const questColumns = sql.raw(`
  q.id, ${typedColumns.map((name) => `q.${name}`).join(", ")}, q.quest_image, q.organization_id, q.location_id,
  q.translated_names AS translations,
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
    WHEN q.quest_type = 'TREES' THEN ${treeCountMin} END AS target_count,
  CASE WHEN q.target_total IS NOT NULL THEN
    (SELECT coalesce(sum(n.count), 0)::int FROM sample_counts n
      WHERE n.quest_id = q.id AND n.state = 'accepted') END AS accepted_total,
  json_build_object('visibility', q.results_visibility, 'positions',
    CASE WHEN q.results_positions ~ '^[0-9]' THEN q.results_positions::json ELSE to_json(q.results_positions) END) AS results`);
const withOrganization = sql.raw("JOIN organizations o ON o.id = q.organization_id");

const protocolColumn = sql.raw(`
  (SELECT v.protocol FROM protocol_versions v WHERE v.quest_id = q.id AND v.version = q.protocol_version) AS protocol`);

/** Instead of the names in lists. */
const translationsColumn = sql.raw("q.translations AS all_translations");

/** The newest entry of its history. */
const revisionColumn = sql.raw(`
  coalesce((SELECT max(h.id) FROM quest_history h
    WHERE h.quest_id = q.id AND ${isOfQuestItselfSql}), 0) AS revision`);

async function selectQuests(db: Db, rest: RawBuilder<unknown>): Promise<Quest[]> {
  const query = sql<Quest>`SELECT ${questColumns} FROM quests q ${withOrganization} ${rest}`;
  return (await query.execute(db)).rows;
}

type Group = "open" | "closed";
type Listed = Quest & { is_open: boolean; distance: string | null };

/**
 * A part of the public list: joinable quests first, and of each group the nearest first if a point is given, otherwise
 * the newest.
 */
export async function listQuests(db: Db, filter: QuestFilter, now = new Date()): Promise<Part<Quest>> {
  const { near } = filter;
  const open = isOpen(now);
  const order = near ? distanceTo(near) : sql`NULL::float8`;
  const after = filter.after === undefined ? undefined : placeInList(filter.after, near !== undefined);
  const ofList = await listConditions(db, filter);
  const select = async (group: Group, limit: number) => {
    const conditions = [...ofList, group === "open" ? open : sql<SqlBool>`NOT ${open}`];
    if (after?.group === group) conditions.push(isBehind(after, near && distanceTo(near)));
    if (near) conditions.push(await isInReach(db, near, { conditions: [...conditions], limit }));
    const query = sql<Listed>`SELECT ${questColumns}, ${group === "open"}::boolean AS is_open, (${order})::text AS distance
      FROM quests q ${withOrganization} WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${near ? sql`${order}, ` : sql``}q.id DESC LIMIT ${limit}`;
    return (await query.execute(db)).rows;
  };
  // Queried in turn instead of sorted together: each group has an index, so a part only costs what it shows.
  const list = async (limit: number) => {
    const rows = after?.group === "closed" ? [] : await select("open", limit);
    if (rows.length >= limit) return rows;
    return [...rows, ...(await select("closed", limit - rows.length))];
  };
  return readPart(list, filter, ({ is_open, distance, id }) =>
    [is_open ? "open" : "closed", ...(distance === null ? [] : [distance]), id].join("_"),
  );
}

/**
 * Whether a quest is among the next in distance. An index has the nearest in degrees. They aren't the nearest on the
 * globe, but they limit the distance within which all are compared.
 */
async function isInReach(
  db: Db,
  near: Coordinates,
  { conditions, limit }: { conditions: RawBuilder<SqlBool>[]; limit: number },
): Promise<RawBuilder<SqlBool>> {
  const [latitude, longitude] = near;
  const { rows } = await sql<{ reach: number | null }>`SELECT max(distance) AS reach FROM (
    SELECT ${distanceTo(near)} AS distance FROM quests q WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY q.point <-> point(${rounded(longitude)}, ${rounded(latitude)}) LIMIT ${limit}) s`.execute(db);
  return isInOneOf(boxesAround({ latitude, longitude }, 1000 * (rows[0]?.reach ?? 0)));
}

/** The ids of all matching quests, in list order. */
export async function listQuestIds(db: Db, filter: QuestFilter, now = new Date()): Promise<number[]> {
  const conditions = await listConditions(db, filter);
  const order = sql.join([sql`NOT ${isOpen(now)}`, ...(filter.near ? [distanceTo(filter.near)] : [])]);
  // Read as one text: a row each takes the driver ten times as long.
  const query = sql<{ ids: string | null }>`SELECT string_agg(q.id::text, ',' ORDER BY ${order}, q.id DESC) AS ids
    FROM quests q WHERE ${sql.join(conditions, sql` AND `)}`;
  return (await query.execute(db)).rows[0]?.ids?.split(",").map(Number) ?? [];
}

/** The same rule as `findJoinObstacle`, in SQL. */
function isOpen(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(q.quest_status = 'ACCEPTING_APPLICATIONS'
    AND (q.quest_deadline IS NULL OR q.quest_deadline >= ${earliestDayOnEarth(now)}::date)
    AND (q.adventurer_limit IS NULL
      OR q.adventurer_limit > (SELECT count(*) FROM adventurer_quests a WHERE a.quest_id = q.id)))`;
}

/** The same expression as `quests.point`. */
const rounded = (degrees: number) => sql<number>`(round(${degrees}::float8 * 1e9::float8) / 1e9::float8)`;

/** The distance from a quest's first location, in kilometres along the great circle (haversine). */
function distanceTo(near: Coordinates): RawBuilder<number> {
  const [latitude, longitude] = near.map(rounded);
  return sql<number>`2 * ${earthRadiusMeters / 1000}::float8 * asin(least(1, sqrt(
    power(sin(radians(q.point[1] - ${latitude}) / 2), 2)
    + cos(radians(${latitude})) * cos(radians(q.point[1]))
      * power(sin(radians(q.point[0] - ${longitude}) / 2), 2))))`;
}

type PlaceInList = { group: Group; kilometers: number; id: number };

/** Where the part before ended: `open_7`, or `open_12.5_7` in a list by distance. */
function placeInList(after: string, isByDistance: boolean): PlaceInList {
  const pattern = isByDistance
    ? /^(open|closed)_(\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,3})?)_(\d{1,10})$/
    : /^(open|closed)(_)(\d{1,10})$/;
  const [group, distance, id] = requireCursor(after, pattern, ([, , questId]) => Number(questId) <= maxId);
  return { group: group === "open" ? "open" : "closed", kilometers: Number(distance), id: Number(id) };
}

function isBehind({ kilometers, id }: PlaceInList, distance: RawBuilder<number> | undefined): RawBuilder<SqlBool> {
  return distance
    ? sql<SqlBool>`(${distance}, -q.id) > (${kilometers}::float8, ${-id}::int)`
    : sql<SqlBool>`q.id < ${id}`;
}

/** Trigram indexes don't help with shorter words; keeps the planner from trying. */
const indexedWordLengthMin = 3;

/** Whether a quest `q` matches every word. */
export function searchConditions(words: string): RawBuilder<SqlBool>[] {
  return searchWords(words).map((word) =>
    [...word].length < indexedWordLengthMin
      ? sql<SqlBool>`strpos(q.search_text, ${word}) > 0`
      : sql<SqlBool>`q.search_text LIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`,
  );
}

type ListFilter = Pick<QuestFilter, "q" | "type" | "status" | "organization_id" | "bbox">;

/** Whether the public list includes a quest `q`, ignoring location. */
export function conditionsBesidePlace(filter: ListFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`q.quest_status <> 'INACTIVE'`, ...searchConditions(filter.q ?? "")];
  if (filter.type) conditions.push(sql<SqlBool>`q.quest_type = ${filter.type}`);
  if (filter.status) conditions.push(sql<SqlBool>`q.quest_status = ${filter.status}`);
  if (filter.organization_id !== undefined) conditions.push(ofOrganizations([filter.organization_id]));
  return conditions;
}

/** If a box has more quests, a list fills up quickly without the location index. */
const soughtByPlaceMax = 2_000;

/**
 * Whether a quest `q` is in the box, for a list with its own order: the location index only helps if the box has few
 * quests.
 */
export async function listConditions(db: Db, filter: ListFilter): Promise<RawBuilder<SqlBool>[]> {
  const conditions = conditionsBesidePlace(filter);
  if (!filter.bbox) return conditions;
  const boxes = boxesOf(filter.bbox);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
    SELECT FROM quests q WHERE ${isInOneOf(boxes)} LIMIT ${soughtByPlaceMax}) s`.execute(db);
  const isFull = (rows[0]?.count ?? 0) >= soughtByPlaceMax;
  return [...conditions, isFull ? isBetweenSidesOf(boxes) : isInOneOf(boxes)];
}

const boxesOf = ([west, south, east, north]: NonNullable<QuestFilter["bbox"]>) =>
  splitAtDateLine({ west, south, east, north });

/** Whether a quest `q` is in the box, using the location index. */
function isInOneOf(boxes: readonly Box[]): RawBuilder<SqlBool> {
  const inEach = boxes.map(
    ({ west, south, east, north }) =>
      sql`q.point <@ box(point(${rounded(west)}, ${rounded(south)}), point(${rounded(east)}, ${rounded(north)}))`,
  );
  return sql<SqlBool>`(${sql.join(inEach, sql` OR `)})`;
}

/** The same without that index. */
function isBetweenSidesOf(boxes: readonly Box[]): RawBuilder<SqlBool> {
  const inEach = boxes.map(
    ({ west, south, east, north }) =>
      sql`q.longitude BETWEEN ${west} AND ${east} AND q.latitude BETWEEN ${south} AND ${north}`,
  );
  return sql<SqlBool>`(${sql.join(inEach, sql` OR `)})`;
}

/** A quest with its protocol. */
export async function findQuest(db: Db, id: number): Promise<Quest | undefined> {
  type Row = Quest & { protocol: Protocol | null; all_translations: QuestTranslations };
  const query = sql<Row>`SELECT ${questColumns}, ${translationsColumn}, ${protocolColumn}, ${revisionColumn}
    FROM quests q ${withOrganization} WHERE q.id = ${id}`;
  const [quest] = (await query.execute(db)).rows;
  if (!quest) return undefined;
  const { all_translations: translations, ...row } = quest;
  const { protocol, protocol_version: version } = row;
  return { ...row, translations, protocol: protocol && version !== null ? withVersion(protocol, version) : null };
}

/**
 * A quest with its protocol.
 * @throws DomainError `quest_not_found`
 */
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

/** Translations of all texts, by quest; lists have only names. */
export async function findTranslations(tx: Tx, ids: readonly number[]): Promise<Map<number, QuestTranslations>> {
  const rows = await tx
    .selectFrom("quests")
    .select(["id", "translations"])
    .where("id", "in", [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, translations }) => [id, translations]));
}

/** Codes and names of stations that are used, by quest. A search tells of them, so only where exact positions are public. */
export async function findPublicStationNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; names: string }>`
    SELECT q.id, string_agg(concat_ws(' ', s.code, s.name), ' ' ORDER BY s.id) AS names
    FROM quests q JOIN stations s ON s.quest_id = q.id AND s.retired_at IS NULL
    WHERE q.id = ANY(${ids}::int[]) AND (q.results_visibility, q.results_positions) = ('public', 'exact')
    GROUP BY q.id`.execute(tx);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** A batch of a team's quests, including drafts: newest first, older than `before`. */
export function listTeamQuests(
  db: Db,
  { scope, before = maxId + 1, limit }: { scope: Scope; before?: number | undefined; limit: number },
): Promise<Quest[]> {
  return selectQuests(db, sql`WHERE ${inScope(scope)} AND q.id < ${before}::bigint ORDER BY q.id DESC LIMIT ${limit}`);
}

/** Locks the quest until the transaction ends. @throws DomainError `quest_not_found` */
export async function lockQuest(tx: Tx, id: number): Promise<void> {
  const quest = await tx.selectFrom("quests").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
  // The one before may have moved it to another organization.
  await askRights(tx);
}

/** A quest's own columns. */
export type ValuesOf<Payload> = Omit<
  Payload,
  "locations" | "organization" | "deleted_locations" | "protocol" | "seen_revision"
> & {
  organization_id: number;
};

/** Inserts the quest without locations; search finds it once its search text is set. */
export async function insertQuest(tx: Tx, quest: ValuesOf<QuestFormPayload>): Promise<number> {
  const { id } = await tx
    .insertInto("quests")
    .values({ ...valuesOf(quest), search_text: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Sets the columns that are given, and locks the row.
 * @throws DomainError `quest_not_found`
 */
export async function setQuest(tx: Tx, id: number, quest: ValuesOf<QuestChangePayload>): Promise<void> {
  const updated = await tx
    .updateTable("quests")
    .set({
      ...valuesOf(quest),
      updated_at: sql`now()`,
      // Out of the archive if volunteers can join or measure.
      ...(quest.quest_status !== undefined && !isArchivable(quest.quest_status) && { archived_at: null }),
    })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!updated) throw new DomainError("quest_not_found");
}

/** The database checks the same. */
const isArchivable = (status: QuestStatus) => status === "INACTIVE" || status === "COMPLETED";

/** Columns; those that are undefined aren't written. */
function valuesOf<Payload extends QuestChangePayload>(quest: ValuesOf<Payload>) {
  return {
    ...(Object.fromEntries(typedFields.map((name) => [name, quest[name]])) as Pick<Payload, TypedField>),
    organization_id: quest.organization_id,
    ...(quest.translations && { translations: JSON.stringify(writtenTexts(quest.translations)) }),
    ...(quest.results && {
      results_visibility: quest.results.visibility,
      results_positions: String(quest.results.positions),
    }),
  };
}

/** A location's address lines that are left out aren't written. */
function locationColumns(location: QuestLocationPayload) {
  const [latitude, longitude] = location.coordinates as Coordinates;
  return {
    address_line1: location.address_line1,
    address_line2: location.address_line2,
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

/** Updates a location of the quest; false if the quest has no such location. */
export const setLocation = (tx: Tx, questId: number, id: number, location: QuestLocationPayload): Promise<boolean> =>
  isFound(
    tx
      .updateTable("quest_locations")
      .set(locationColumns(location))
      .where("id", "=", id)
      .where("quest_id", "=", questId)
      .returning("id"),
  );

/** Locks the quests of these locations until the transaction ends. */
export function lockQuestsOfLocations(
  tx: Tx,
  locationIds: readonly number[],
): Promise<{ id: number; organization_id: number }[]> {
  return tx
    .selectFrom("quests")
    .select(["id", "organization_id"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("quest_locations")
        .select("quest_id")
        .where("id", "in", [...locationIds]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function deleteLocations(tx: Tx, questId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("quest_locations")
    .where("quest_id", "=", questId)
    .where("id", "in", [...ids])
    .execute();
}

export const hasLocation = (db: Db, questId: number): Promise<boolean> =>
  isFound(db.selectFrom("quest_locations").select("id").where("quest_id", "=", questId));

export type QuestToFind = { id: number; search_text: string };

/** What search uses: the words, and the first locations. */
export async function setFoundBy(tx: Tx, quests: readonly QuestToFind[]): Promise<void> {
  await sql`
    UPDATE quests q SET search_text = f.search_text, (location_id, latitude, longitude) = (
      SELECT l.id, l.latitude, l.longitude FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1)
    FROM unnest(${quests.map(({ id }) => id)}::int[], ${quests.map(({ search_text }) => search_text)}::text[])
      AS f (id, search_text)
    WHERE q.id = f.id`.execute(tx);
}

/** The next of an organization's quests by id, locked until the transaction ends. */
export async function lockQuestsOfOrganization(
  tx: Tx,
  organizationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const quests = await tx
    .selectFrom("quests")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  return quests.map((quest) => quest.id);
}
