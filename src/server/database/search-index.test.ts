import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { connectionStringFor } from "../../../test/database-server.ts";
import { listQuests } from "../quests/quest-queries.ts";
import { type OpenDatabase, openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";

describe("a role that may not create extensions", () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let restricted: OpenDatabase;
  const role = `restricted_${process.pid}`;
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    const name = (await database.pool.query("SELECT current_database() AS name")).rows[0].name;
    const { adminConnectionString } = inject("testServer");
    admin = new pg.Client({ connectionString: connectionStringFor(adminConnectionString, name) });
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN; GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
    restricted = openDatabase(connectionStringFor(adminConnectionString, name, role));
    logger.warn.mockClear();
  });
  afterEach(async () => {
    await restricted.close();
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await admin.end();
    await database.drop();
  });

  const hasIndex = async () =>
    (await admin.query("SELECT to_regclass('quests_search_text') IS NOT NULL AS has")).rows[0].has;

  it("gets all tables, a warning in the log, and a search without the index", async () => {
    await migrate(restricted.pool, serverMigrations, { logger });
    expect(logger.warn.mock.calls).toEqual([[expect.stringMatching(/^The search for quests.*permission denied/)]]);
    expect(await hasIndex()).toBe(false);
    await restricted.pool.query(`
      INSERT INTO organizations (id, organization_name, organization_email) VALUES (1, 'Trees', 'a@b.example');
      INSERT INTO quests (quest_name, organization_id, quest_status, search_text)
      VALUES ('Bark of oaks', 1, 'IN_PROGRESS', 'bark of oaks'), ('Beech leaves', 1, 'IN_PROGRESS', 'beech leaves')`);
    const { rows } = await listQuests(restricted.db, { q: "oaks of" });
    expect(rows.map(({ quest_name }) => quest_name)).toEqual(["Bark of oaks"]);
  });

  it("gets the index if the extension exists, in any schema", async () => {
    await admin.query(
      `CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere; GRANT USAGE ON SCHEMA elsewhere TO ${role}`,
    );
    await migrate(restricted.pool, serverMigrations, { logger });
    expect(logger.warn).not.toHaveBeenCalled();
    expect(await hasIndex()).toBe(true);
  });
});
