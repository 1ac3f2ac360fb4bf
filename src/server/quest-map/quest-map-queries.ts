import { type SqlBool, sql } from "kysely";
import type { QuestFilter } from "../../contract/quests.ts";
import type { Db, Tx } from "../database/connection.ts";
import { nameInLanguages } from "../quest-texts/texts-of-quests.ts";
import { conditionsBesidePlace } from "../quests/quest-queries.ts";
import { type QuestPlace, QuestPlaces } from "./quest-places.ts";

export type MapFilter = Pick<QuestFilter, "q" | "type" | "status">;

/** Identifies a state of the quests; it changes with every change that the map shows. */
export type MapVersion = string;

const hasPlace = sql<SqlBool>`q.location_id IS NOT NULL`;

/** The trigger function `note_quest_change` adds a row for each change. */
export async function findVersion(db: Db): Promise<MapVersion> {
  const { rows } = await sql<{ version: MapVersion }>`
    SELECT coalesce(sum(changes), 0)::text AS version FROM quest_changes`.execute(db);
  return rows[0]?.version ?? "";
}

/** Merges the rows that changes of quests have left. Concurrent runs are harmless. */
export async function foldQuestChanges(db: Db): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM quest_changes WHERE (SELECT count(*) FROM quest_changes) > 1 RETURNING changes)
    INSERT INTO quest_changes SELECT sum(changes) FROM gone HAVING count(*) > 0`.execute(db);
}

/** Parsing a batch blocks other requests. */
const rowsOfBatch = 2_000;

/** All listed quests with a location, of one version. */
export function readPlaces(db: Db): Promise<{ version: MapVersion; places: QuestPlaces }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const version = await findVersion(tx);
      const places: QuestPlace[] = [];
      for await (const batch of batchesOfPlaces(tx)) places.push(...batch);
      return { version, places: new QuestPlaces(places) };
    });
}

async function* batchesOfPlaces(tx: Tx): AsyncGenerator<QuestPlace[]> {
  const conditions = sql.join([hasPlace, ...conditionsBesidePlace({})], sql` AND `);
  let lastId = 0;
  while (true) {
    const query = sql<QuestPlace>`SELECT q.id, ${nameInLanguages}, q.quest_type, q.quest_status, q.latitude, q.longitude
      FROM quests q WHERE ${conditions} AND q.id > ${lastId} ORDER BY q.id LIMIT ${rowsOfBatch}`;
    const { rows } = await query.execute(tx);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsOfBatch) return;
    lastId = last.id;
  }
}

/** The ids of listed quests with a location that match the words, ascending. */
export async function findHits(db: Db, words: string): Promise<number[]> {
  const conditions = [hasPlace, ...conditionsBesidePlace({ q: words })];
  // One text is parsed ten times as fast as rows.
  const query = sql<{ ids: string | null }>`SELECT string_agg(q.id::text, ',') AS ids
    FROM quests q WHERE ${sql.join(conditions, sql` AND `)}`;
  const ids = (await query.execute(db)).rows[0]?.ids?.split(",").map(Number) ?? [];
  return ids.sort((one, other) => one - other);
}
