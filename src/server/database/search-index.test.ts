import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { connectionStringFor } from "../../../test/database-server.ts";
import { listQuests } from "../quests/quest-queries.ts";
import { type OpenDatabase, openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";
import { ensureSearchIndex } from "./search-index.ts";

describe("a role that may create no extension", () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let connectionString: string;
  let restricted: OpenDatabase;
  let lines: string[];
  const logger = {
    info: (...[, text]: unknown[]) => void lines.push(`info ${text}`),
    warn: (text: unknown) => void lines.push(`warn ${text}`),
  };
  const role = `restricted_${process.pid}`;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    const name = (await database.pool.query("SELECT current_database() AS name")).rows[0].name;
    const { adminConnectionString } = inject("testServer");
    admin = new pg.Client({ connectionString: connectionStringFor(adminConnectionString, name) });
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN; GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
    connectionString = connectionStringFor(adminConnectionString, name, role);
    restricted = openDatabase(connectionString);
  });
  afterAll(async () => {
    await restricted.close();
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await admin.end();
    await database.drop();
  });

  const ensure = async () => {
    lines = [];
    await ensureSearchIndex(connectionString, logger);
    return lines;
  };
  const isValid = async () =>
    (await admin.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('quests_search_text')")).rows[0]
      ?.indisvalid;
  const find = async (q: string) => (await listQuests(restricted.db, { q })).rows.map(({ quest_name }) => quest_name);

  it("gets every table, one line of the log, and a search that finds the same", async () => {
    await migrate(restricted.pool, serverMigrations);
    await restricted.pool.query(`
      INSERT INTO organizations (id, organization_name, organization_email) VALUES (1, 'Trees', 'a@b.example');
      INSERT INTO quests (quest_name, organization_id, quest_status, search_text)
      VALUES ('Bark of oaks', 1, 'IN_PROGRESS', 'bark of oaks'), ('Beech leaves', 1, 'IN_PROGRESS', 'beech leaves')`);
    expect(await ensure()).toEqual([
      expect.stringMatching(
        /^warn The search for quests reads every quest: PostgreSQL lacks the extension pg_trgm \(permission denied .*CREATE EXTENSION pg_trgm/,
      ),
    ]);
    expect(await find("oaks of")).toEqual(["Bark of oaks"]);
  });

  it("gets the index at the first start after the extension came, in whatever schema, and only once", async () => {
    await admin.query(
      `CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere; GRANT USAGE ON SCHEMA elsewhere TO ${role}`,
    );
    expect(await ensure()).toEqual(["info created the quest search index"]);
    expect(await isValid()).toBe(true);
    expect(await ensure()).toEqual([]);
    expect(await find("oaks of")).toEqual(["Bark of oaks"]);
  });

  it("gets it anew where a process ended in the middle of it, and however little time the role has for a statement", async () => {
    await admin.query(`ALTER ROLE ${role} SET statement_timeout = '1ms'`);
    await admin.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'quests_search_text'::regclass");
    expect(await ensure()).toEqual(["info created the quest search index"]);
    expect(await isValid()).toBe(true);
  });
});
