import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { testEncryptionKey } from "../../test/identity-test-data.ts";
import { migrate, serverMigrations } from "../server/database/migrate.ts";
import { openAccountAdministration } from "./administration/administration.ts";
import { identityMigrations } from "./identity-migrations.ts";

describe("the migrations of identity", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(() => database.drop());

  const readLedger = async (ledger: string) =>
    (await database.pool.query(`SELECT number, name, sha256 FROM ${ledger} ORDER BY number`)).rows;

  it("are kept in a ledger of their own, in the schema that they make", async () => {
    const files = (await readdir(identityMigrations.directory)).sort();
    expect(await migrate(database.pool, identityMigrations)).toEqual(files);
    expect(await migrate(database.pool, identityMigrations)).toEqual([]);
    expect(await readLedger("identity.schema_migrations")).toHaveLength(files.length);
    const { rows } = await database.pool.query("SELECT to_regclass('public.schema_migrations') AS ledger");
    expect(rows).toEqual([{ ledger: null }]);
  });

  it("and the server's need not know of each other", async () => {
    await migrate(database.pool, serverMigrations);
    expect((await readLedger("public.schema_migrations")).map(({ number }) => number).slice(0, 2)).toEqual([1, 4]);
    await migrate(database.pool, identityMigrations);
    expect(await migrate(database.pool, serverMigrations)).toEqual([]);
  });

  describe("on an installation whose server applied them as 0002 and 0003", () => {
    let folder: string;

    /** The one folder that the server had then. */
    beforeEach(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), "cairn-migrations-"));
      const files = [
        [serverMigrations.directory, "0001-product.sql", "0001-product.sql"],
        [identityMigrations.directory, "0001-identity.sql", "0002-identity.sql"],
        [identityMigrations.directory, "0002-flow-steps.sql", "0003-identity-flow-steps.sql"],
        [serverMigrations.directory, "0004-applications-by-time.sql", "0004-applications-by-time.sql"],
      ] as const;
      for (const [from, file, as] of files) await copyFile(path.join(from, file), path.join(folder, as));
      await migrate(database.pool, { directory: folder });
      await openAccountAdministration(database.pool, [testEncryptionKey]).accounts.create({
        username: "alice",
        email: "alice@example.org",
        password: "correct horse battery",
      });
    });
    afterEach(() => rm(folder, { recursive: true }));

    it("are known as applied, and nothing changes", async () => {
      const before = await readLedger("public.schema_migrations");
      const applied = [
        ...(await migrate(database.pool, serverMigrations)),
        ...(await migrate(database.pool, identityMigrations)),
      ];
      expect(applied).not.toContain("0001-identity.sql");
      expect(applied).not.toContain("0002-flow-steps.sql");
      expect((await readLedger("identity.schema_migrations")).slice(0, 2)).toMatchObject([
        { number: 1, name: "identity", sha256: before[1].sha256 },
        { number: 2, name: "flow-steps", sha256: before[2].sha256 },
      ]);
      expect((await readLedger("public.schema_migrations")).slice(0, 4)).toEqual(before);
      expect(await openAccountAdministration(database.pool, [testEncryptionKey]).accounts.find("alice")).toBeDefined();
    });

    it("are refused where they have changed since", async () => {
      await migrate(database.pool, identityMigrations);
      await database.pool.query("UPDATE identity.schema_migrations SET sha256 = 'other' WHERE number = 2");
      await expect(migrate(database.pool, identityMigrations)).rejects.toThrow(
        "The migration 0002-flow-steps.sql has changed since it was applied",
      );
    });
  });
});
