import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import type { DatabaseLogger } from "./connection.ts";

/** Numbered SQL files, and the table that lists those applied. The first file may create the table's schema. */
export type MigrationSet = { directory: string; ledger: string };

export const serverMigrations: MigrationSet = {
  directory: fileURLToPath(new URL("./migrations/", import.meta.url)),
  ledger: "public.schema_migrations",
};

type AppliedMigration = { number: number; name: string; sha256: string };
type Migration = AppliedMigration & { file: string; sql: string };

const fileNamePattern = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;
const oldestServerVersion = 150_000;
// Two numbers unlikely to be used by other programs on this database.
const lockSql = "SELECT pg_advisory_xact_lock(1667328370, 1)";

/**
 * Applies the missing migrations, all or none. Processes that start together wait for one another.
 * @param upTo the number to stop at, for a backup of an older version
 * @returns the names of the files applied now
 * @throws Error with a message for the operator if server, files or database don't fit
 */
export async function migrate(
  pool: Pool,
  set: MigrationSet,
  { logger, upTo }: { logger?: DatabaseLogger; upTo?: number } = {},
): Promise<string[]> {
  const migrations = await readMigrations(set.directory);
  const client = await pool.connect();
  const logWarning = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
    if (code?.startsWith("01")) logger?.warn(message);
  };
  client.on("notice", logWarning);
  try {
    await requireSuitableServer(client);
    // Lock and time limit belong to the transaction, not the session, because of poolers.
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(lockSql);
    const applied = await readAppliedMigrations(client, set.ledger);
    requireKnown(migrations, applied);
    const pending = migrations.slice(applied.length, upTo);
    for (const migration of pending) await apply(client, set.ledger, migration);
    await client.query("COMMIT");
    client.off("notice", logWarning);
    client.release();
    for (const { file } of pending) logger?.info({ migration: file }, "applied a database migration");
    return pending.map(({ file }) => file);
  } catch (error) {
    // Closing the connection ends its transaction in any state.
    client.release(true);
    throw error;
  }
}

/** @throws Error if a database with these migrations is newer than the files, or has others */
export async function requireKnownMigrations(set: MigrationSet, applied: readonly AppliedMigration[]): Promise<void> {
  requireKnown(await readMigrations(set.directory), applied);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(files.map((file, index) => readMigration(directory, file, index + 1)));
}

async function readMigration(directory: string, file: string, number: number): Promise<Migration> {
  const [, digits, name = ""] = fileNamePattern.exec(file) ?? [];
  if (Number(digits) !== number) {
    throw new Error(
      `Migrations are named 0001-what-it-does.sql, 0002-… without a gap: ${file} in ${directory} is not.`,
    );
  }
  // A checkout may use CRLF.
  const sql = (await readFile(path.join(directory, file), "utf8")).replaceAll("\r\n", "\n");
  return { number, name, sha256: createHash("sha256").update(sql).digest("hex"), file, sql };
}

async function requireSuitableServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number; version_text: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_text,
            current_setting('server_encoding') AS encoding`,
  );
  const server = rows[0];
  if (!server) throw new Error("PostgreSQL did not report its version.");
  if (server.version < oldestServerVersion) {
    throw new Error(`Cairn needs PostgreSQL 15 or newer; this one is ${server.version_text}.`);
  }
  if (server.encoding !== "UTF8") {
    throw new Error(`Cairn needs a UTF8 database; this one uses ${server.encoding}.`);
  }
}

/** Empty if the database has no such table. */
export async function readAppliedMigrations(client: PoolClient, ledger: string): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [ledger]);
  if (found.length === 0) return [];
  return (await client.query<AppliedMigration>(`SELECT number, name, sha256 FROM ${ledger} ORDER BY number`)).rows;
}

function requireKnown(migrations: Migration[], applied: readonly AppliedMigration[]): void {
  const newest = applied.at(-1);
  if (newest && newest.number > migrations.length) {
    const label = `${String(newest.number).padStart(4, "0")}-${newest.name}`;
    throw new Error(
      `The database is newer than this version of Cairn: it has the migration ${label}. Start the newer version, or restore a backup made before it.`,
    );
  }
  const changed = migrations.find(({ sha256 }, index) => applied[index] && applied[index].sha256 !== sha256);
  if (changed) {
    throw new Error(
      `The migration ${changed.file} has changed since it was applied to this database. Restore the file, and put the change into a new migration.`,
    );
  }
}

async function apply(
  client: PoolClient,
  ledger: string,
  { file, sql, number, name, sha256 }: Migration,
): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const { message, position } = error as { message: string; position?: string };
    const line = position ? ` at line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new Error(`The migration ${file} failed${line}: ${message}`, { cause: error });
  }
  await client.query(`CREATE TABLE IF NOT EXISTS ${ledger} (
    number integer CONSTRAINT schema_migrations_pkey PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  await client.query(`INSERT INTO ${ledger} (number, name, sha256) VALUES ($1, $2, $3)`, [number, name, sha256]);
}
