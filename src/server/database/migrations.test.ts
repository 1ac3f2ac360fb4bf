import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { migrate, serverMigrations } from "./migrate.ts";

let database: TestDatabase;
const migrateTo = (upTo: number) => migrate(database.pool, serverMigrations, { upTo });
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

/** Rows as they were before the migration. */
async function insert(table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const names = Object.keys(row);
  const places = names.map((_name, i) => `$${i + 1}`);
  const [inserted] = await query(`INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING *`, Object.values(row));
  return inserted;
}

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

it("migrations 6 and 10 change what was there before them, and no more", async () => {
  await migrateTo(5);
  const organization = { organization_name: "Moss", organization_email: "moss@example.org" };
  const { id: organization_id } = await insert("organizations", organization);
  await insert("adventurers", { id: "alice", issuer: "embedded", subject: "alice" });
  const points = new Map<string, unknown>();
  for (const results_visibility of ["public", "hidden"]) {
    const quest = { quest_name: `Birds, ${results_visibility}`, organization_id, results_visibility };
    const { id: quest_id } = await insert("quests", quest);
    await insert("adventurer_quests", { adventurer_id: "alice", quest_id });
    for (const review_decision of ["accepted", "denied", null]) {
      for (const photo_format of ["webm", "ogg", "mp4", "mp3", "jpeg", "pdf", undefined]) {
        const point = {
          id: randomUUID(),
          adventurer_id: "alice",
          quest_id,
          latitude: 1,
          longitude: 2,
          review_decision,
        };
        await insert("quest_data", point);
        points.set([results_visibility, review_decision, photo_format].join(" "), point.id);
        const file = { id: randomUUID(), quest_data_id: point.id, key: "call", position: 0, photo_key: point.id };
        const facts = { photo_sha256: "0".repeat(64), photo_bytes: 1, photo_format };
        if (photo_format !== undefined) await insert("quest_data_photos", { ...file, ...facts });
      }
    }
  }
  await query("DELETE FROM points_to_publish");

  expect(await migrateTo(6)).toEqual(["0006-copies-of-recordings.sql"]);
  const waiting = (await query("SELECT point_id FROM points_to_publish")).map(({ point_id }) => point_id);
  const withRecordings = ["webm", "ogg", "mp4", "mp3"].map((format) => points.get(`public accepted ${format}`));
  expect(waiting.sort()).toEqual(withRecordings.sort());
  const copies = await query("SELECT DISTINCT copied_at, copy_failed_at FROM quest_data_photos");
  expect(copies).toEqual([{ copied_at: null, copy_failed_at: null }]);
  await expect(query("UPDATE quest_data_photos SET copied_at = now(), copy_failed_at = now()")).rejects.toMatchObject({
    constraint: "quest_data_photos_copied_or_not",
  });

  await migrateTo(9);
  const { id: list_id } = await insert("lists", { organization_id, name: "Trees" });
  const quest_id = (await query("SELECT min(id) AS id FROM quests"))[0].id;
  const said = { quest_id, author: "alice", audience: "all", title: "Soon", text: "Now.", recipients_expected: 1 };
  for (const [version, created_by] of [
    [1, "alice"],
    [2, "gone"],
  ]) {
    await insert("list_versions", { list_id, version, created_by, row_count: 1, attributes: [] });
    await insert("pictures", { id: randomUUID(), organization_id, width: 1, height: 1, created_by });
    await insert("sounds", { id: randomUUID(), organization_id, format: "mp3", created_by });
    await insert("announcements", { ...said, reached_adventurer: created_by });
    await insert("announcements", { ...said, reached_adventurer: created_by, delivered_at: new Date() });
  }
  expect(await migrateTo(10)).toEqual(["0010-names-of-the-erased.sql"]);
  for (const table of ["list_versions", "pictures", "sounds"]) {
    const names = await query(`SELECT created_by FROM ${table} ORDER BY created_by`);
    expect([table, names]).toEqual([table, [{ created_by: "alice" }, { created_by: "former" }]]);
  }
  const reached = await query("SELECT reached_adventurer AS reached FROM announcements ORDER BY id");
  expect(reached.map((row) => row.reached)).toEqual(["alice", "", "", ""]);

  expect(await migrateTo(11)).toEqual(["0011-search-for-places.sql"]);
  expect(await query("SELECT payload FROM jobs WHERE kind = 'refresh-search-text'")).toEqual(
    (await query("SELECT id FROM organizations")).map(({ id }) => ({ payload: { organizationId: id } })),
  );
});
