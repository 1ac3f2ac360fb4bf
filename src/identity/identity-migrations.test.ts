import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { migrate, serverMigrations } from "../server/database/migrate.ts";
import { identityMigrations } from "./identity-migrations.ts";

describe("identity migrations", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(() => database.drop());

  const readLedger = async (ledger: string) =>
    (await database.pool.query(`SELECT number, name, sha256 FROM ${ledger} ORDER BY number`)).rows;

  it("have their own table of applied migrations, in their schema", async () => {
    const files = (await readdir(identityMigrations.directory)).sort();
    expect(await migrate(database.pool, identityMigrations)).toEqual(files);
    expect(await migrate(database.pool, identityMigrations)).toEqual([]);
    expect(await readLedger("identity.schema_migrations")).toHaveLength(files.length);
    const { rows } = await database.pool.query("SELECT to_regclass('public.schema_migrations') AS ledger");
    expect(rows).toEqual([{ ledger: null }]);
  });

  it("and the server's migrations are independent", async () => {
    const files = (await readdir(serverMigrations.directory)).sort();
    await migrate(database.pool, identityMigrations);
    expect(await migrate(database.pool, serverMigrations)).toEqual(files);
    expect(await migrate(database.pool, serverMigrations)).toEqual([]);
    expect(await readLedger("public.schema_migrations")).toHaveLength(files.length);
  });
});
