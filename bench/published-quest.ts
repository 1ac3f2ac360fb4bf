import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { seedDatabase } from "../scripts/seed-database.ts";
import { runSql } from "../test/run-sql.ts";
import { type CairnServer, type Place, root, startCairn } from "./servers.ts";

/** The first quest has a fifth of the seeded data points, and most of them are accepted. */
const seededPerAccepted = 6;

/** Starts a server with a quest whose results are public: about `size` accepted data points, all published. */
export async function startPublished(
  place: Place,
  name: string,
  size: number,
): Promise<{ server: CairnServer; questId: number; accepted: number }> {
  const server = await startCairn(name, root, place, { TILE_URL: "" });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { quests } = await seedDatabase(client, { quests: 50, points: size * seededPerAccepted });
  await client.end();
  const questId = quests.first;
  const query = (sql: string) => runSql(server.databaseUrl, sql);
  // The evidence of what waits for review isn't measured.
  await query("DELETE FROM jobs");
  // Keys as uploads give them; only the benchmark of releases writes some of the photos.
  await query(`UPDATE quest_data SET photo_key = 'originals/' || id WHERE quest_id = ${questId}`);
  await query(
    `UPDATE quests SET results_visibility = 'public', results_positions = 'exact', target_total = 1000 WHERE id = ${questId}`,
  );
  const left = `SELECT (SELECT count(*) FROM points_to_publish)::int + count(*) FILTER (WHERE made_after IS DISTINCT FROM changes)::int
    + CASE WHEN count(*) = 0 THEN 1 ELSE 0 END AS left FROM quest_results WHERE quest_id = ${questId}`;
  while (((await query(left))[0]?.left as number) > 0) await wait(1_000);
  await query("VACUUM (ANALYZE)");
  const [row] = await query(`SELECT count(*)::int AS count FROM published_points WHERE quest_id = ${questId}`);
  return { server, questId, accepted: row?.count as number };
}
