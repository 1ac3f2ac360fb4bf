import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import type { DatabaseLogger } from "./connection.ts";

export type MigrateOptions = {
  /** The folder of the `NNNN-name.sql` files; by default `migrations` beside this module (or beside the bundle). */
  directory?: string;
  logger?: DatabaseLogger;
};

type Migration = { number: number; name: string; file: string; sql: string; sha256: string };
type AppliedMigration = { number: number; name: string; sha256: string };

const fileNamePattern = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;
const oldestServerVersion = 150_000;
// Two numbers of our own, so that no other program's lock in the same database is mistaken for this one.
const lockSql = "pg_advisory_lock(1667328370, 1)";
const unlockSql = "pg_advisory_unlock(1667328370, 1)";

/**
 * Brings the database to the newest migration: each file in order, in a transaction of its own, once. Processes that
 * start together wait for one another. Refuses, with a sentence for people, a PostgreSQL older than 15, a database
 * that is not UTF-8, a gap in the numbers, an applied file that has changed since, and a database that is newer than
 * the files.
 *
 * @returns the names of the files applied now
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? defaultDirectory());
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await requireSuitableServer(client);
    await client.query(`SELECT ${lockSql}`);
    const pending = findPending(migrations, await readApplied(client));
    for (const migration of pending) {
      await apply(client, migration);
      options.logger?.info({ migration: migration.file }, "applied a database migration");
    }
    await client.query(`SELECT ${unlockSql}`);
    await client.query("RESET statement_timeout");
    client.release();
    return pending.map((migration) => migration.file);
  } catch (error) {
    // Closing the connection gives back its locks and ends its transaction, whatever state they are in.
    client.release(true);
    throw error;
  }
}

function defaultDirectory(): string {
  return fileURLToPath(new URL("./migrations/", import.meta.url));
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)));
  migrations.forEach((migration, index) => {
    if (migration.number === index + 1) return;
    throw new Error(
      `The migrations in ${directory} must be numbered 0001, 0002 and so on, each once: ${migration.file} stands where ${String(index + 1).padStart(4, "0")} belongs.`,
    );
  });
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

async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS public.schema_migrations (
    number integer CONSTRAINT schema_migrations_pkey PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  const { rows } = await client.query<AppliedMigration>(
    "SELECT number, name, sha256 FROM public.schema_migrations ORDER BY number",
  );
  return rows;
}

function findPending(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  applied.forEach((row, index) => {
    const label = `${String(row.number).padStart(4, "0")}-${row.name}`;
    const migration = migrations[row.number - 1];
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Cairn: it has the migration ${label}. Start the newer version, or restore a backup made before it.`,
      );
    }
    if (row.number !== index + 1) {
      throw new Error(
        `The database lacks migration ${index + 1} but has ${label}; its table schema_migrations was changed by hand.`,
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

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw describeFailure(migration, error);
  }
  await client.query("INSERT INTO public.schema_migrations (number, name, sha256) VALUES ($1, $2, $3)", [
    migration.number,
    migration.name,
    migration.sha256,
  ]);
  await client.query("COMMIT");
}

function describeFailure(migration: Migration, error: unknown): Error {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? ` at line ${migration.sql.slice(0, Number(position)).split("\n").length}` : "";
  return new Error(`The migration ${migration.file} failed${line}: ${message}`, { cause: error });
}
