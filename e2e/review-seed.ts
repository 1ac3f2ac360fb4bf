import { join } from "node:path";
import { findRunningPostgres } from "../src/server/database/embedded/start-postgres.ts";
import { runSql } from "../test/run-sql.ts";

const logger = { info: () => undefined, warn: console.warn, error: console.error };

/** Asks the database of the server under test. */
export async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const dataDir = process.env.CAIRN_E2E_DATA;
  if (!dataDir) throw new Error("CAIRN_E2E_DATA is not set: e2e/cairn-server.ts sets it");
  const connectionString = await findRunningPostgres({ dataDir: join(dataDir), logger });
  if (!connectionString) throw new Error("The server under test has no PostgreSQL of its own.");
  return runSql(connectionString, sql, values);
}

/** A new quest with many pending data points; their photos aren't in the store. */
export async function seedWaiting(questName: string, count: number): Promise<{ questId: number }> {
  // In one statement, because other tests list the quests meanwhile, and a quest without its place is no valid answer.
  const [quest] = await query(
    `WITH ids AS (
       SELECT nextval(pg_get_serial_sequence('quests', 'id')) AS quest_id,
         nextval(pg_get_serial_sequence('quest_locations', 'id')) AS location_id
     ), new_quest AS (
       INSERT INTO quests (id, quest_name, organization_id, quest_status, quest_type, location_id, latitude, longitude)
       SELECT quest_id, $1, (SELECT min(id) FROM organizations), 'DATA_PROCESSING', 'TREES', location_id, -41.4332, 147.1441
       FROM ids
     )
     INSERT INTO quest_locations (id, quest_id, locality, administrative_area, postal_code, country, latitude, longitude)
     SELECT location_id, quest_id, 'Launceston', 'Tasmania', '7250', 'Australia', -41.4332, 147.1441
     FROM ids RETURNING quest_id`,
    [questName],
  );
  const questId = Number(quest?.quest_id);
  const adventurer = `seed-${questId}`;
  await query("INSERT INTO adventurers (id) VALUES ($1)", [adventurer]);
  await query("INSERT INTO adventurer_quests (adventurer_id, quest_id) VALUES ($1, $2)", [adventurer, questId]);
  await query(
    `INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, additional_data,
       photo_key, photo_sha256, photo_bytes, photo_format, created_at)
     SELECT gen_random_uuid(), $1, $2, -41.4332 - i / 10000.0, 147.1441, 4 + i % 40, jsonb_build_object('tree_width', 100 + i),
       'originals/' || gen_random_uuid(), lpad(to_hex(i), 64, '0'), 2000000, 'jpeg', now() - ($3::int - i) * interval '1 minute'
     FROM generate_series(1, $3::int) i`,
    [adventurer, questId, count],
  );
  return { questId };
}

/** A new quest with many data points of one volunteer who joined it; their photos aren't in the store. */
export async function seedOwnPoints(questName: string, username: string, count: number): Promise<{ questId: number }> {
  const { questId } = await seedWaiting(questName, 0);
  await query("INSERT INTO adventurers (id) VALUES ($1) ON CONFLICT DO NOTHING", [username]);
  await query("INSERT INTO adventurer_quests (adventurer_id, quest_id) VALUES ($1, $2)", [username, questId]);
  await query(
    `INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, additional_data,
       photo_key, photo_sha256, photo_bytes, photo_format, created_at)
     SELECT gen_random_uuid(), $1, $2, -41.4332 - i / 1000.0, 147.1441 + (i % 50) / 1000.0, 4, jsonb_build_object('tree_width', i),
       'originals/' || gen_random_uuid(), lpad(to_hex(i), 64, '0'), 2000000, 'jpeg', now() - ($3::int - i) * interval '1 minute'
     FROM generate_series(1, $3::int) i`,
    [username, questId, count],
  );
  return { questId };
}

/** Accepts all data points of a quest and makes its results public. */
export async function publishResults(questId: number, positions = "exact"): Promise<void> {
  await query("UPDATE quests SET results_visibility = 'public', results_positions = $2 WHERE id = $1", [
    questId,
    positions,
  ]);
  await query("UPDATE quest_data SET review_decision = 'accepted' WHERE quest_id = $1", [questId]);
}

/** Decisions per reviewer of a quest. */
export async function countDecisions(questId: number): Promise<Record<string, number>> {
  const rows = await query(
    `SELECT reviewed_by || ' ' || decision AS key, count(*)::int AS count FROM reviews
     WHERE undone_at IS NULL AND quest_data_id IN (SELECT id FROM quest_data WHERE quest_id = $1) GROUP BY 1`,
    [questId],
  );
  return Object.fromEntries(rows.map(({ key, count }) => [String(key), Number(count)]));
}

/** Makes an existing account an administrator, from its next token on. */
export async function makeAdmin(username: string): Promise<void> {
  await query(
    `INSERT INTO identity.account_groups (account_id, group_name)
     SELECT account.id, admins.group_name FROM identity.accounts account,
       (SELECT group_name FROM identity.account_groups JOIN identity.accounts ON id = account_id WHERE username = 'admin') admins
     WHERE account.username = $1 ON CONFLICT DO NOTHING`,
    [username],
  );
}
