import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import type { DatabaseLogger } from "./connection.ts";

/** The migrations of one part of the house, and where the database keeps which of them were applied. */
export type MigrationSet = {
  /** The folder of the `NNNN-name.sql` files. */
  directory: string;
  /** Schema and table, by default `public.schema_migrations`. The first migration may make the schema. */
  ledger?: string;
  /** Numbers of this ledger whose files belong to another set today. */
  movedNumbers?: number[];
  /** Numbers that may have no file. */
  skippedNumbers?: number[];
};

/** The server's own migrations, in `migrations` beside this module, or beside the bundle. */
export const serverMigrations: MigrationSet = {
  directory: fileURLToPath(new URL("./migrations/", import.meta.url)),
  // They make the tables of identity, and are in its set.
  movedNumbers: [2, 3],
  skippedNumbers: [19, 21, 22],
};

type Migration = { number: number; name: string; file: string; sql: string; sha256: string };
type AppliedMigration = { number: number; name: string; sha256: string };

const fileNamePattern = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;
const oldestServerVersion = 150_000;
// Two numbers of our own, so that no other program's lock in the same database is mistaken for this one.
const lockSql = "pg_advisory_xact_lock(1667328370, 1)";

/**
 * Brings the database to the newest migration: each file in order, in a transaction of its own, once. Processes that
 * start together wait for one another. Refuses, with a sentence for people, a PostgreSQL older than 15, a database
 * that is not UTF-8, a gap in the numbers, an applied file that has changed since, and a database that is newer than
 * the files.
 *
 * @param only the numbers to apply, for a database as an older version had it; by default all
 * @returns the names of the files applied now
 */
export async function migrate(
  pool: Pool,
  set: MigrationSet = serverMigrations,
  { logger, only }: { logger?: DatabaseLogger; only?: readonly number[] } = {},
): Promise<string[]> {
  const migrations = await readMigrations(set);
  const applied: string[] = [];
  const client = await pool.connect();
  try {
    await requireSuitableServer(client);
    for (;;) {
      const file = await applyNext(client, set, migrations, only);
      if (file === undefined) break;
      applied.push(file);
      logger?.info({ migration: file }, "applied a database migration");
    }
    client.release();
    return applied;
  } catch (error) {
    // Closing the connection ends its transaction, whatever state it is in.
    client.release(true);
    throw error;
  }
}

/**
 * Applies the first migration that is missing; undefined where none is. Lock and time limit are the transaction's, not the
 * session's, so that a pooler may stand in between.
 */
async function applyNext(
  client: PoolClient,
  set: MigrationSet,
  migrations: Migration[],
  only: readonly number[] | undefined,
): Promise<string | undefined> {
  await client.query("BEGIN");
  await client.query("SET LOCAL statement_timeout = 0");
  await client.query(`SELECT ${lockSql}`);
  const pending = findPending(migrations, await readApplied(client, set));
  const next = pending.find(({ number }) => only?.includes(number) ?? true);
  if (next) await apply(client, set, next);
  await client.query("COMMIT");
  return next?.file;
}

/** @throws Error where a database with these migrations is newer than the files, or has others */
export async function requireKnownMigrations(set: MigrationSet, applied: readonly AppliedMigration[]): Promise<void> {
  const own = applied.filter(({ number }) => !set.movedNumbers?.includes(number));
  findPending(await readMigrations(set), own);
}

async function readMigrations({
  directory,
  movedNumbers = [],
  skippedNumbers = [],
}: MigrationSet): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)));
  let expected = 0;
  for (const { number, file } of migrations) {
    do expected += 1;
    while (movedNumbers.includes(expected) || (expected !== number && skippedNumbers.includes(expected)));
    if (number === expected) continue;
    throw new Error(
      `The migrations in ${directory} must be numbered 0001, 0002 and so on, each once: ${file} stands where ${String(expected).padStart(4, "0")} belongs.`,
    );
  }
  return migrations;
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const match = fileNamePattern.exec(file);
  if (!match) throw new Error(`The migration ${path.join(directory, file)} is not named like 0001-what-it-does.sql.`);
  // A checkout may turn line ends into CRLF; that is no change of the migration.
  const sql = (await readFile(path.join(directory, file), "utf8")).replaceAll("\r\n", "\n");
  const sha256 = createHash("sha256").update(sql).digest("hex");
  return { number: Number(match[1]), name: match[2] ?? "", file, sql, sha256 };
}

async function requireSuitableServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number; version_text: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_text,
            current_setting('server_encoding') AS encoding`,
  );
  const server = rows[0];
  if (!server) throw new Error("PostgreSQL did not say which version it is.");
  if (server.version < oldestServerVersion) {
    throw new Error(`Cairn needs PostgreSQL 15 or newer; this one is ${server.version_text}.`);
  }
  if (server.encoding !== "UTF8") {
    throw new Error(`Cairn needs a database with the encoding UTF8; this one has ${server.encoding}.`);
  }
}

const ledgerOf = ({ ledger = "public.schema_migrations" }: MigrationSet) => ledger;

async function exists(client: PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [table]);
  return rows[0]?.exists ?? false;
}

/** Made when there is something to keep in it: the schema may come with the first migration. */
async function ensureLedger(client: PoolClient, set: MigrationSet): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS ${ledgerOf(set)} (
    number integer CONSTRAINT schema_migrations_pkey PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
}

async function readApplied(client: PoolClient, set: MigrationSet): Promise<AppliedMigration[]> {
  if (!(await exists(client, ledgerOf(set)))) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT number, name, sha256 FROM ${ledgerOf(set)} WHERE number <> ALL($1) ORDER BY number`,
    [set.movedNumbers ?? []],
  );
  return rows;
}

function findPending(migrations: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  applied.forEach((row, index) => {
    const label = `${String(row.number).padStart(4, "0")}-${row.name}`;
    const migration = migrations.find(({ number }) => number === row.number);
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Cairn: it has the migration ${label}. Start the newer version, or restore a backup made before it.`,
      );
    }
    const expected = migrations[index];
    if (migration !== expected) {
      throw new Error(
        `The database lacks migration ${expected?.number} but has ${label}; its table schema_migrations was changed by hand.`,
      );
    }
    if (row.sha256 !== migration.sha256) {
      throw new Error(
        `The migration ${migration.file} has changed since it was applied to this database. Restore the file, and put the change into a new migration.`,
      );
    }
  });
  return migrations.slice(applied.length);
}

async function apply(client: PoolClient, set: MigrationSet, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw describeFailure(migration, error);
  }
  await ensureLedger(client, set);
  await record(client, set, migration);
}

async function record(client: PoolClient, set: MigrationSet, migration: Migration): Promise<void> {
  await client.query(`INSERT INTO ${ledgerOf(set)} (number, name, sha256) VALUES ($1, $2, $3)`, [
    migration.number,
    migration.name,
    migration.sha256,
  ]);
}

function describeFailure(migration: Migration, error: unknown): Error {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? ` at line ${migration.sql.slice(0, Number(position)).split("\n").length}` : "";
  return new Error(`The migration ${migration.file} failed${line}: ${message}`, { cause: error });
}
