import { afterAll, beforeAll, expect, it } from "vitest";
import { rulesVersion } from "../src/server/evidence/evidence-rules.ts";
import { isPhotoKey } from "../src/server/photos/store/photo-store.ts";
import { findQuest } from "../src/server/quests/quest-queries.ts";
import { questSearchText } from "../src/server/quests/quest-rules.ts";
import { refreshQuestFigures } from "../src/server/quests/quest-summaries.ts";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { seedDatabase } from "./seed-database.ts";

let databases: TestDatabase[];
const size = { quests: 200, points: 3_000 };

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function seedOnce({ pool }: TestDatabase) {
  const client = await pool.connect();
  try {
    return await seedDatabase(client, size);
  } finally {
    client.release();
  }
}

const rowsOf = async ({ pool }: TestDatabase, sql: string) => (await pool.query(sql)).rows;

it("creates the same rows each time, as many as requested, with correct summaries and all indexes", async () => {
  const [first, second] = databases as [TestDatabase, TestDatabase];
  const indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname";
  const indexesBefore = await rowsOf(first, indexes);
  expect(await seedOnce(first)).toEqual(await seedOnce(second));
  expect(await rowsOf(first, indexes)).toEqual(indexesBefore);

  const digest = `SELECT md5(string_agg(d::text, '' ORDER BY d.id)) AS points FROM quest_data d
    UNION ALL SELECT md5(string_agg(l::text, '' ORDER BY l.id)) FROM quest_locations l
    UNION ALL SELECT md5(string_agg(a::text, '' ORDER BY a.quest_id, a.adventurer_id)) FROM adventurer_quests a`;
  expect(await rowsOf(first, digest)).toEqual(await rowsOf(second, digest));

  // Else the worker finds the evidence of all of them, and refuses each.
  const photos = await rowsOf(first, "SELECT photo_key, evidence_rules FROM quest_data");
  expect(photos.filter(({ photo_key }) => !isPhotoKey(photo_key))).toEqual([]);
  expect(photos.filter(({ evidence_rules }) => evidence_rules !== rulesVersion)).toEqual([]);

  const [counts] = await rowsOf(
    first,
    `SELECT (SELECT count(*)::int FROM quests) AS quests, (SELECT count(*)::int FROM quest_data) AS points,
      (SELECT count(*)::int FROM quest_data WHERE review_decision IS NULL) AS pending,
      (SELECT count(*)::int FROM quest_data WHERE quest_id = 1) AS of_largest,
      (SELECT count(*)::int FROM quest_data WHERE quest_id = 1 AND adventurer_id = 'seed1') AS of_one_person`,
  );
  expect(counts).toMatchObject({ ...size, pending: 150, of_largest: 600 });
  expect(counts?.of_one_person).toBeGreaterThanOrEqual(30);
  expect(
    await rowsOf(
      first,
      `SELECT quest_id, state, sum(count) FROM sample_counts GROUP BY 1, 2 EXCEPT
       SELECT quest_id, coalesce(review_decision, 'pending'), count(*) FROM quest_data GROUP BY 1, 2`,
    ),
  ).toEqual([]);
  expect(
    await rowsOf(
      first,
      "SELECT state, sum(count) FROM sample_totals GROUP BY 1 EXCEPT SELECT state, sum(count) FROM sample_counts GROUP BY 1",
    ),
  ).toEqual([]);
  const figures = "SELECT * FROM quest_figures, quest_totals ORDER BY quest_id";
  const figuresBefore = await rowsOf(first, figures);
  await refreshQuestFigures(first.db);
  expect(await rowsOf(first, figures)).toEqual(figuresBefore);
  for (const { id, search_text } of await rowsOf(first, "SELECT id, search_text FROM quests WHERE id % 20 = 1")) {
    const quest = await findQuest(first.db, id);
    if (!quest) throw new Error(`there is no quest ${id}`);
    const { organization_name } = quest.organization;
    expect(search_text).toBe(questSearchText({ ...quest, organization_name }));
  }
});
