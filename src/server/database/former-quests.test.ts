import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { migrate, serverMigrations } from "./migrate.ts";

let database: TestDatabase;

const created = new Date("2026-03-01T08:00:00Z");
const changed = new Date("2026-05-01T08:00:00Z");

/** A database as it was before the status of quests was written down, with quests in it; then brought up to date. */
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  const { pool } = database;
  const directory = await mkdtemp(join(tmpdir(), "cairn-migrations-"));
  for (const file of await readdir(serverMigrations.directory)) {
    if (file < "0009") await copyFile(join(serverMigrations.directory, file), join(directory, file));
  }
  await migrate(pool, { ...serverMigrations, directory });
  await rm(directory, { recursive: true });
  await pool.query(
    `INSERT INTO organizations (id, organization_name, organization_email) VALUES (1, 'Trees', 'a@b.example')`,
  );
  const statuses = ["INACTIVE", "ACCEPTING_APPLICATIONS", "IN_PROGRESS", "DATA_PROCESSING", "COMPLETED", "INACTIVE"];
  for (const [index, status] of statuses.entries()) {
    await pool.query(
      `INSERT INTO quests (id, quest_name, organization_id, quest_status, created_at, updated_at)
        OVERRIDING SYSTEM VALUE VALUES ($1, 'A quest', 1, $2, $3, $4)`,
      [index + 1, status, created, changed],
    );
  }
  // Somebody joined the last one, so it was no draft then.
  await pool.query("INSERT INTO adventurers (id) VALUES ('alice')");
  await pool.query("INSERT INTO adventurer_quests (adventurer_id, quest_id) VALUES ('alice', 6)");
  await pool.query(
    `INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude)
      VALUES ('00000000-0000-4000-8000-000000000001', 'alice', 6, 1, 2)`,
  );
  await migrate(pool);
});
afterAll(() => database.drop());

describe("what was there before late arrivals were taken", () => {
  it("quests have the status that they have; those that are over collected until they were last changed", async () => {
    const changes = await database.db
      .selectFrom("quest_status_changes")
      .select(["quest_id", "quest_status", "changed_at"])
      .orderBy("quest_id")
      .orderBy("changed_at")
      .orderBy("id")
      .execute();
    expect(changes.map(({ quest_id, quest_status, changed_at }) => [quest_id, quest_status, changed_at])).toEqual([
      [1, "INACTIVE", created],
      [2, "ACCEPTING_APPLICATIONS", created],
      [3, "IN_PROGRESS", created],
      [4, "IN_PROGRESS", created],
      [4, "DATA_PROCESSING", changed],
      [5, "IN_PROGRESS", created],
      [5, "COMPLETED", changed],
      [6, "IN_PROGRESS", created],
      [6, "INACTIVE", changed],
    ]);
  });

  it("data points were in time, and nobody knows when they were captured", async () => {
    const points = await database.db.selectFrom("quest_data").selectAll().execute();
    expect(points).toMatchObject([{ late: false, captured_at: null, fixes: [], edited_at: null }]);
  });

  it("a change from now on is written down with the moment of the change", async () => {
    const change = (quest_status: string) =>
      database.pool.query("UPDATE quests SET quest_status = $1 WHERE id = 3", [quest_status]);
    for (const status of ["IN_PROGRESS", "COMPLETED", "COMPLETED", "IN_PROGRESS"]) await change(status);
    const { rows } = await database.pool.query(
      "SELECT quest_status FROM quest_status_changes WHERE quest_id = 3 ORDER BY changed_at",
    );
    expect(rows.map(({ quest_status }) => quest_status)).toEqual(["IN_PROGRESS", "COMPLETED", "IN_PROGRESS"]);
  });
});
