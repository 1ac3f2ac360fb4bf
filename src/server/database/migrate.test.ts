import { mkdtemp, rm, writeFile } from "node:fs/promises";
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

  const set = () => ({ directory, ledger: "public.schema_migrations" });
  const write = (name: string, sql: string) => writeFile(path.join(directory, name), sql);
  const readApplied = async () =>
    (await database.pool.query("SELECT number, name FROM schema_migrations ORDER BY number")).rows;

  it("applies each file once, in order, and records it", async () => {
    expect(await migrate(database.pool, set())).toEqual(["0001-stones.sql", "0002-weights.sql"]);
    expect(await migrate(database.pool, set())).toEqual([]);
    await write("0003-names.sql", "ALTER TABLE stones ADD name text;");
    expect(await migrate(database.pool, set())).toEqual(["0003-names.sql"]);
    expect(await readApplied()).toEqual([
      { number: 1, name: "stones" },
      { number: 2, name: "weights" },
      { number: 3, name: "names" },
    ]);
    const { rows } = await database.pool.query("SELECT * FROM stones");
    expect(rows).toEqual([{ id: 1, weight: null, name: null }]);
  });

  it("applies nothing if a file fails", async () => {
    await write("0003-broken.sql", "CREATE TABLE half (id int);\nSELECT 1;\nALTER TABLE nowhere ADD x int;\n");
    await expect(migrate(database.pool, set())).rejects.toThrow(
      'The migration 0003-broken.sql failed: relation "nowhere" does not exist',
    );
    const { rows } = await database.pool.query(
      "SELECT to_regclass('half') AS half, to_regclass('stones') AS stones, to_regclass('schema_migrations') AS ledger",
    );
    expect(rows).toEqual([{ half: null, stones: null, ledger: null }]);
  });

  it("stops at a given number, and continues from there", async () => {
    expect(await migrate(database.pool, set(), { upTo: 1 })).toEqual(["0001-stones.sql"]);
    expect(await migrate(database.pool, set())).toEqual(["0002-weights.sql"]);
  });

  it("reports the line of a mistake", async () => {
    await write("0003-broken.sql", "CREATE TABLE half (id int);\n\nCREATE TABEL other (id int);\n");
    await expect(migrate(database.pool, set())).rejects.toThrow("0003-broken.sql failed at line 3: syntax error");
  });

  it("can be repeated after a failure", async () => {
    await write("0003-broken.sql", "SELECT broken");
    await expect(migrate(database.pool, set())).rejects.toThrow();
    await write("0003-broken.sql", "SELECT 1");
    expect(await migrate(database.pool, set())).toHaveLength(3);
  });

  it("makes processes that start together wait for one another", async () => {
    await write("0003-slow.sql", "SELECT pg_sleep(0.3); CREATE TABLE slow (id int);");
    const other = openDatabase(database.connectionString);
    const applied = await Promise.all([migrate(database.pool, set()), migrate(other.pool, set())]);
    await other.close();
    expect(applied.flat().sort()).toEqual(["0001-stones.sql", "0002-weights.sql", "0003-slow.sql"]);
  });

  it("rejects an applied file that has changed", async () => {
    await migrate(database.pool, set());
    await write("0001-stones.sql", "CREATE TABLE stones (id int);\n");
    await expect(migrate(database.pool, set())).rejects.toThrow(
      "The migration 0001-stones.sql has changed since it was applied to this database.",
    );
  });

  it("ignores changed line ends", async () => {
    await migrate(database.pool, set());
    await write("0002-weights.sql", "ALTER TABLE stones ADD weight int;\r\n");
    expect(await migrate(database.pool, set())).toEqual([]);
  });

  it.each(["0004-later.sql", "0002-again.sql", "3_names.sql"])("rejects a gap or a wrong name: %s", async (file) => {
    await write(file, "SELECT 1");
    await expect(migrate(database.pool, set())).rejects.toThrow("without a gap");
  });

  it("rejects a database that is newer than the files", async () => {
    await migrate(database.pool, set());
    await rm(path.join(directory, "0002-weights.sql"));
    await expect(migrate(database.pool, set())).rejects.toThrow(
      "The database is newer than this version of Cairn: it has the migration 0002-weights.",
    );
  });

  it("isn't limited by the pool's statement timeout, and keeps it", async () => {
    const hasty = openDatabase(database.connectionString, { statementTimeoutMs: 100, maxConnections: 1 });
    await write("0003-slow.sql", "SELECT pg_sleep(0.3)");
    await migrate(hasty.pool, set());
    await expect(hasty.pool.query("SELECT pg_sleep(20)")).rejects.toThrow("statement timeout");
    await hasty.close();
  });
});
