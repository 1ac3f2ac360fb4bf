import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { QuestStatus } from "../../contract/enums.ts";
import { questSpotsMax } from "../../contract/limits.ts";
import type { QuestFilter, QuestMarker, QuestSpot } from "../../contract/quests.ts";
import type { Db, Tx } from "../database/connection.ts";
import type { Box } from "../quests/boxes-around.ts";
import { conditionsBesidePlace, listConditions } from "../quests/quest-queries.ts";
import { cellSideOf } from "./map-box.ts";
import { type CountedPlace, maxClusterZoom, PlaceClusters, placeOf, screenZoom } from "./place-clusters.ts";

export type MapFilter = Pick<QuestFilter, "q" | "type" | "status">;

/** Which state of the quests a map is of: another one after each change of what it shows. */
export type MapVersion = string;

type MarkerRow = Omit<QuestMarker, "coordinates"> & { latitude: number; longitude: number };

/** A quest is where its first place is. */
const markerColumns = sql.raw("q.id, q.quest_name, q.quest_type, q.latitude, q.longitude");
const hasPlace = sql<SqlBool>`q.location_id IS NOT NULL`;

const markerOf = ({ id, quest_name, quest_type, latitude, longitude }: MarkerRow): QuestMarker => ({
  id,
  quest_name,
  quest_type,
  coordinates: [latitude, longitude],
});

const version = sql<MapVersion>`(SELECT coalesce(sum(changes), 0)::text FROM quest_changes)`;

/** The version of now, and whether there are at least so many quests. */
export async function lookAtQuests(db: Db, many: number): Promise<{ version: MapVersion; areMany: boolean }> {
  type Row = { version: MapVersion; areMany: boolean };
  const query = sql<Row>`SELECT ${version} AS version,
    (SELECT count(*) FROM (SELECT FROM quests LIMIT ${many}) some_quests) >= ${many} AS "areMany"`;
  const { rows } = await query.execute(db);
  return rows[0] as Row;
}

/** Makes one row of the many that changes of quests have left. Two at once do no harm. */
export async function foldQuestChanges(db: Db): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM quest_changes WHERE (SELECT count(*) FROM quest_changes) > 1 RETURNING changes)
    INSERT INTO quest_changes SELECT sum(changes) FROM gone HAVING count(*) > 0`.execute(db);
}

const rowsOfBatch = 5_000;

/** A quest of the list that has a place, with what maps are filtered by. */
export type MapQuest = { marker: QuestMarker; status: QuestStatus };

/** All of them by their ids, read in batches, as of one version. */
export function loadQuests(db: Db): Promise<{ version: MapVersion; quests: MapQuest[] }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const { rows } = await sql<{ version: MapVersion }>`SELECT ${version} AS version`.execute(tx);
      const quests: MapQuest[] = [];
      for await (const batch of batchesOfQuests(tx)) {
        for (const row of batch) quests.push({ marker: markerOf(row), status: row.quest_status });
      }
      return { version: rows[0]?.version ?? "", quests };
    });
}

type QuestRow = MarkerRow & { quest_status: QuestStatus };

async function* batchesOfQuests(tx: Tx): AsyncGenerator<QuestRow[]> {
  const conditions = sql.join([hasPlace, ...conditionsBesidePlace({})], sql` AND `);
  let lastId = 0;
  while (true) {
    const query = sql<QuestRow>`SELECT ${markerColumns}, q.quest_status FROM quests q
      WHERE ${conditions} AND q.id > ${lastId} ORDER BY q.id LIMIT ${rowsOfBatch}`;
    const { rows } = await query.execute(tx);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsOfBatch) return;
    lastId = last.id;
  }
}

/** Of all quests of the list that have a place, the ids of those that words find, with commas between. */
export async function findHits(db: Db, words: string): Promise<string> {
  const conditions = [hasPlace, ...conditionsBesidePlace({ q: words })];
  // As one text: a row for each would take the driver ten times as long.
  const query = sql<{ ids: string | null }>`SELECT string_agg(q.id::text, ',') AS ids
    FROM quests q WHERE ${sql.join(conditions, sql` AND `)}`;
  return (await query.execute(db)).rows[0]?.ids ?? "";
}

/** The spots of a map, found and counted by the database; at most `questSpotsMax`. */
export async function findSpots(db: Db, filter: MapFilter, box: Box, zoom: number): Promise<QuestSpot[]> {
  const level = screenZoom(box, zoom);
  const { west, south, east, north } = box;
  const conditions = [hasPlace, ...(await listConditions(db, { ...filter, bbox: [west, south, east, north] }))];
  if (level > maxClusterZoom) {
    const query = sql<MarkerRow>`SELECT ${markerColumns} FROM quests q
      WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${questSpotsMax + 1}`;
    const { rows } = await query.execute(db);
    if (rows.length <= questSpotsMax) return rows.map(markerOf);
  }
  const clusterLevel = Math.min(level, maxClusterZoom);
  const cells = await countByCell(db, conditions, box, clusterLevel);
  return new PlaceClusters(cells, { maxZoom: clusterLevel }).spotsIn(box, clusterLevel);
}

type CellRow = MarkerRow & Box & { count: number };

async function countByCell(
  db: Db,
  conditions: readonly RawBuilder<SqlBool>[],
  box: Box,
  zoom: number,
): Promise<CountedPlace[]> {
  // Of Web Mercator in radians, in which the world is 2π wide and high.
  const cell = 2 * Math.PI * cellSideOf(box, zoom);
  const query = sql<CellRow>`
    SELECT count(*)::int AS count, min(q.id) AS id, min(q.quest_name) AS quest_name, min(q.quest_type) AS quest_type,
      avg(q.latitude) AS latitude, avg(q.longitude) AS longitude,
      min(q.longitude) AS west, min(q.latitude) AS south,
      max(q.longitude) AS east, max(q.latitude) AS north
    FROM quests q WHERE ${sql.join(conditions, sql` AND `)}
    GROUP BY floor(radians(q.longitude) / ${cell}::float8),
      floor(asinh(tan(radians(least(85, greatest(-85, q.latitude))))) / ${cell}::float8)`;
  const { rows } = await query.execute(db);
  return rows.map((row) =>
    row.count === 1
      ? placeOf(markerOf(row))
      : {
          coordinates: [row.latitude, row.longitude],
          count: row.count,
          west: row.west,
          south: row.south,
          east: row.east,
          north: row.north,
        },
  );
}
