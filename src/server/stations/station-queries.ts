import { type RawBuilder, sql } from "kysely";
import type { Station, StationChange, StationName, StationPayload, TeamStation } from "../../contract/stations.ts";
import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** The name of the station of a row `d` with `station_id`. */
export const stationNameOf = (alias: string): RawBuilder<StationName | null> => sql`(
  SELECT json_build_object('id', s.id, 'code', s.code, 'name', s.name) FROM stations s
  WHERE s.id = ${sql.ref(`${alias}.station_id`)})`;

/** A moment as text, exact. */
export const isoOf = (column: RawBuilder<unknown>) => sql`to_json(${column}) #>> '{}'`;
/** When the data point of a row `d` was measured. */
export const measuredAt = sql`coalesce(d.captured_at, d.created_at)`;

type StationRow = Omit<Station, "description" | "measured_at" | "own_measured_at"> & {
  description: string | null;
  measured_at: string | null;
  own_measured_at: string | null;
  retired_at: string | null;
  data_point_count: number;
};

/** By code. @param username whose own data points are told apart */
export async function listStations(
  db: Db,
  questId: number,
  { username = null, stationId }: { username?: string | null; stationId?: number } = {},
): Promise<TeamStation[]> {
  const { rows } = await sql<StationRow>`
    WITH measured AS (
      SELECT d.station_id AS id, count(*)::int AS count,
        max(${measuredAt}) FILTER (WHERE d.review_decision IS DISTINCT FROM 'denied') AS at,
        max(${measuredAt}) FILTER (
          WHERE d.review_decision IS DISTINCT FROM 'denied' AND d.adventurer_id = ${username}) AS own_at
      FROM quest_data d WHERE d.quest_id = ${questId} AND d.station_id IS NOT NULL GROUP BY d.station_id)
    SELECT s.id, s.code, s.name, s.latitude, s.longitude, s.description, ${isoOf(sql`s.retired_at`)} AS retired_at,
      ${isoOf(sql`m.at`)} AS measured_at, ${isoOf(sql`m.own_at`)} AS own_measured_at,
      coalesce(m.count, 0) AS data_point_count
    FROM stations s LEFT JOIN measured m USING (id)
    WHERE s.quest_id = ${questId} ${stationId === undefined ? sql`` : sql`AND s.id = ${stationId}`}
    ORDER BY lower(s.code), s.id`.execute(db);
  return rows.map(withoutNulls);
}

/** Optional fields are omitted, not null. */
const withoutNulls = (row: StationRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as TeamStation;

export async function findRepeatDays(db: Db, questId: number): Promise<number | null> {
  const quest = await db
    .selectFrom("quests")
    .select("station_repeat_days")
    .where("id", "=", questId)
    .executeTakeFirst();
  return quest?.station_repeat_days ?? null;
}

/** False if there is no such quest. */
export async function setRepeatDays(db: Db, questId: number, days: number | null): Promise<boolean> {
  const quest = await db
    .updateTable("quests")
    .set({ station_repeat_days: days })
    .where("id", "=", questId)
    .executeTakeFirst();
  return quest.numUpdatedRows > 0n;
}

/** How many stations quests have that aren't retired; those without any are left out. */
export async function countStations(db: Db, questIds: readonly number[]): Promise<Map<number, number>> {
  if (questIds.length === 0) return new Map();
  const { rows } = await sql<{ quest_id: number; count: number }>`
    SELECT quest_id, count(*)::int AS count FROM stations
    WHERE quest_id = ANY (${questIds}::int[]) AND retired_at IS NULL GROUP BY quest_id`.execute(db);
  return new Map(rows.map(({ quest_id, count }) => [quest_id, count]));
}

/** Locked with its quest, so that stations are added one after the other; undefined without the quest. */
export async function lockStations(tx: Tx, questId: number) {
  const quest = await tx
    .selectFrom("quests")
    .select("id")
    .where("id", "=", questId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!quest) return undefined;
  return tx
    .selectFrom("stations")
    .select(["id", "code", "name", "latitude", "longitude", "description"])
    .where("quest_id", "=", questId)
    .execute();
}

/** A description that is left out isn't written; an empty one is none. */
const columnsOf = ({ code, name, latitude, longitude, description }: StationPayload) => ({
  ...{ code, name, latitude, longitude },
  ...(description !== undefined && { description: description || null }),
});

/** In pieces: a statement has at most 65,535 parameters. */
const rowsPerInsert = 1_000;

export async function insertStations(tx: Tx, questId: number, stations: readonly StationPayload[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < stations.length; from += rowsPerInsert) {
    const rows = stations.slice(from, from + rowsPerInsert).map((each) => ({ quest_id: questId, ...columnsOf(each) }));
    const added = await tx.insertInto("stations").values(rows).returning("id").execute();
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

/** False if the quest has no such station. */
export async function updateStation(
  db: Db | Tx,
  { questId, stationId }: StationOfQuest,
  change: StationChange,
): Promise<boolean> {
  const { retired } = change;
  const station = await db
    .updateTable("stations")
    .set({
      ...columnsOf(change),
      ...(retired !== undefined && { retired_at: retired ? sql<Date>`coalesce(retired_at, now())` : null }),
    })
    .where("id", "=", stationId)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
  return station.numUpdatedRows > 0n;
}
export type StationOfQuest = { questId: number; stationId: number };

/** False if the quest has no such station without data points. */
export async function deleteStation(db: Tx, { questId, stationId }: StationOfQuest): Promise<boolean> {
  const deleted = await db
    .deleteFrom("stations")
    .where("id", "=", stationId)
    .where("quest_id", "=", questId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("quest_data").select("id").where("quest_id", "=", questId).where("station_id", "=", stationId),
        ),
      ),
    )
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export function findStation(db: Db | Tx, { questId, stationId }: StationOfQuest) {
  return db
    .selectFrom("stations")
    .select(["id", "code", "name", "latitude", "longitude", "retired_at"])
    .where("id", "=", stationId)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
}

/**
 * A data point belongs to a station of its quest, and was measured before the station was retired.
 * @param capturedAt by the server's clock; null if unknown
 * @throws DomainError `station_not_found`, `station_retired`
 */
export async function requireStation(
  db: Db,
  { questId, stationId }: { questId: number; stationId: number | undefined },
  capturedAt: Date | null,
): Promise<void> {
  if (stationId === undefined) return;
  const station = await findStation(db, { questId, stationId });
  if (!station) throw new DomainError("station_not_found", { field: "station_id" });
  const isLater = capturedAt === null || (station.retired_at !== null && capturedAt > station.retired_at);
  if (station.retired_at && isLater) throw new DomainError("station_retired", { field: "station_id" });
}
