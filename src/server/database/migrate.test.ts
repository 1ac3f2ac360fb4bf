import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDatabase } from "./connection.ts";
import { migrate } from "./migrate.ts";

describe("migrate", () => {
  let database: TestDatabase;
  let directory: string;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    directory = await mkdtemp(path.join(os.tmpdir(), "cairn-migrations-"));
    await write("0001-stones.sql", "CREATE TABLE stones (id bigint);\nINSERT INTO stones VALUES (1);\n");
    await write("0002-weights.sql", "ALTER TABLE stones ADD weight int;\n");
  });

  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true });
  });

  const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
  const readApplied = async () =>
    (await database.pool.query("SELECT number, name FROM schema_migrations ORDER BY number")).rows;

  it("applies each file once, in order, and records it", async () => {
    expect(await migrate(database.pool, { directory })).toEqual(["0001-stones.sql", "0002-weights.sql"]);
    expect(await migrate(database.pool, { directory })).toEqual([]);
    await write("0003-names.sql", "ALTER TABLE stones ADD name text;");
    expect(await migrate(database.pool, { directory })).toEqual(["0003-names.sql"]);
    expect(await readApplied()).toEqual([
      { number: 1, name: "stones" },
      { number: 2, name: "weights" },
      { number: 3, name: "names" },
    ]);
    const { rows } = await database.pool.query("SELECT * FROM stones");
    expect(rows).toEqual([{ id: 1, weight: null, name: null }]);
  });

  it("brings an empty database to the newest of the project's own migrations", async () => {
    const files = (await readdir(new URL("./migrations/", import.meta.url))).filter((file) => file.endsWith(".sql"));
    expect(files.length).toBeGreaterThan(0);
    expect(await migrate(database.pool)).toEqual(files.sort());
    // And again, as every start does.
    expect(await migrate(database.pool)).toEqual([]);
  });

  it("keeps what came before a failing file, and nothing of the file", async () => {
    await write("0003-broken.sql", "CREATE TABLE half (id int);\nSELECT 1;\nALTER TABLE nowhere ADD x int;\n");
    await expect(migrate(database.pool, { directory })).rejects.toThrow(
      'The migration 0003-broken.sql failed: relation "nowhere" does not exist',
    );
    expect(await readApplied()).toHaveLength(2);
    const { rows } = await database.pool.query("SELECT to_regclass('half') AS half");
    expect(rows).toEqual([{ half: null }]);
  });

  it("names the line of a mistake", async () => {
    await write("0003-broken.sql", "CREATE TABLE half (id int);\n\nCREATE TABEL other (id int);\n");
    await expect(migrate(database.pool, { directory })).rejects.toThrow(
      "0003-broken.sql failed at line 3: syntax error",
    );
  });

  it("can be tried again after a failure", async () => {
    await write("0003-broken.sql", "SELECT broken");
    await expect(migrate(database.pool, { directory })).rejects.toThrow();
    await write("0003-broken.sql", "SELECT 1");
    expect(await migrate(database.pool, { directory })).toEqual(["0003-broken.sql"]);
  });

  it("lets processes that start together wait for one another", async () => {
    await write("0003-slow.sql", "SELECT pg_sleep(0.3); CREATE TABLE slow (id int);");
    const other = openDatabase(database.connectionString);
    const applied = await Promise.all([migrate(database.pool, { directory }), migrate(other.pool, { directory })]);
    await other.close();
    expect(applied.flat().sort()).toEqual(["0001-stones.sql", "0002-weights.sql", "0003-slow.sql"]);
  });

  it("refuses an applied file that has changed", async () => {
    await migrate(database.pool, { directory });
    await write("0001-stones.sql", "CREATE TABLE stones (id int);\n");
    await expect(migrate(database.pool, { directory })).rejects.toThrow(
      "The migration 0001-stones.sql has changed since it was applied to this database.",
    );
  });

  it("does not take other line ends for a change", async () => {
    await migrate(database.pool, { directory });
    await write("0002-weights.sql", "ALTER TABLE stones ADD weight int;\r\n");
    expect(await migrate(database.pool, { directory })).toEqual([]);
  });

  it("refuses a gap, and a number given twice", async () => {
    await write("0004-later.sql", "SELECT 1");
    await expect(migrate(database.pool, { directory })).rejects.toThrow("0004-later.sql stands where 0003 belongs");
    await rm(path.join(directory, "0004-later.sql"));
    await write("0002-again.sql", "SELECT 1");
    await expect(migrate(database.pool, { directory })).rejects.toThrow("0002-weights.sql stands where 0003 belongs");
  });

  it("refuses a file whose name it does not understand", async () => {
    await write("3_names.sql", "SELECT 1");
    await expect(migrate(database.pool, { directory })).rejects.toThrow("not named like 0001-what-it-does.sql");
  });

  it("refuses a database that is newer than the files", async () => {
    await migrate(database.pool, { directory });
    await rm(path.join(directory, "0002-weights.sql"));
    await expect(migrate(database.pool, { directory })).rejects.toThrow(
      "The database is newer than this version of Cairn: it has the migration 0002-weights.",
    );
  });

  it("is not cut short by the pool's statement timeout, and leaves it in place", async () => {
    const hasty = openDatabase(database.connectionString, { statementTimeoutMs: 100, maxConnections: 1 });
    await write("0003-slow.sql", "SELECT pg_sleep(0.3)");
    await migrate(hasty.pool, { directory });
    await expect(hasty.pool.query("SELECT pg_sleep(20)")).rejects.toThrow("statement timeout");
    await hasty.close();
  });
});
