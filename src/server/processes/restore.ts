import { mkdir } from "node:fs/promises";
import type { Pool } from "pg";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { BackupError, type BackupHeader, type BackupManifest, readArchive } from "../backups/backup-archive.ts";
import { requireKey, restoreBackup } from "../backups/restore-backup.ts";
import { type Db, openDatabase } from "../database/connection.ts";
import { findInstallationValue } from "../database/installation.ts";
import { type MigrationSet, migrate, requireKnownMigrations, serverMigrations } from "../database/migrate.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import type { Config } from "../settings/config.ts";
import { ourLedgers, ourSchemas } from "./back-up.ts";
import { getPhotoPrefix, makePhotoStore } from "./services.ts";

type RestoreOptions = {
  config: Config;
  openDatabase: () => Promise<{ connectionString: string; stop: () => Promise<void> }>;
  path: string;
  print: (line: string) => void;
  /** Replaced by tests. */
  migrationSets?: readonly MigrationSet[];
};

/** Tables with people's data; a server that was started once has rows in others. */
const tellingTables = ["organizations", "quests", "adventurers", "quest_data", "identity.accounts"];
/** The name of the archive whose photos are being copied, until the database is restored. */
const markName = "restore_under_way";
const prefixName = "photo_prefix";

/**
 * Restores a backup into an empty installation and migrates it to this version. The whole archive is verified before
 * anything changes.
 * @throws BackupError if it is refused
 */
export async function restore(options: RestoreOptions): Promise<BackupManifest> {
  const { config, path, print, migrationSets = [serverMigrations, identityMigrations] } = options;
  const archive = await readArchive(path);
  const { migrations } = archive.header;
  const sets = migrationSets.filter(({ ledger }) => ledger in migrations);
  for (const set of sets) await requireKnown(set, archive.header);
  requireKey(archive, config.encryptionKeys);
  print(`The backup of ${archive.header.made_at} is complete.`);
  // If we are root, PostgreSQL runs as another user, who must be able to enter.
  await mkdir(config.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const { connectionString, stop } = await options.openDatabase();
  const database = openDatabase(connectionString, { applicationName: "cairn restore", maxConnections: 4 });
  const { db, pool } = database;
  try {
    await requireNobodyElse(pool);
    await requireEmptyDatabase(pool);
    // Migrates to the version of the backup, so that its rows fit.
    for (const set of sets) await migrate(pool, set, { upTo: migrations[set.ledger]?.length ?? 0 });
    const store = await makePhotoStore(config, db);
    await requireEmptyStore(store, db, archive.sha256);
    await restoreBackup({
      path,
      archive,
      pool,
      store,
      schemas: ourSchemas,
      keptTables: ourLedgers,
      dataDir: config.dataDir,
      // Keeps this installation's prefix: with the other's, both would sweep the same photos.
      ownValues: { [prefixName]: await getPhotoPrefix(db) },
      print,
    });
    for (const set of sets) await migrate(pool, set);
    await pool.query("ANALYZE");
    return archive.manifest;
  } finally {
    await database.close();
    await stop();
  }
}

async function requireKnown(set: MigrationSet, { migrations }: BackupHeader): Promise<void> {
  try {
    await requireKnownMigrations(set, migrations[set.ledger] ?? []);
  } catch (error) {
    throw new BackupError(
      `This version of Cairn cannot restore the backup; nothing was changed. ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}

/** A running server has cached what changes here. */
async function requireNobodyElse(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('cairn', 'cairn web', 'cairn worker') LIMIT 1`,
  );
  if (rows.length > 0) throw new BackupError("Cairn is running on this database. Stop it first. Nothing was changed.");
}

async function requireEmptyDatabase(pool: Pool): Promise<void> {
  for (const table of tellingTables) {
    const { rows: found } = await pool.query("SELECT WHERE to_regclass($1) IS NOT NULL", [table]);
    if (found.length === 0) continue;
    const { rows } = await pool.query(`SELECT FROM ${table} LIMIT 1`);
    if (rows.length === 0) continue;
    throw new BackupError(
      `This installation is not empty: its table ${table} has rows. Restore into a new database, or a new DATA_DIR. Nothing was changed.`,
    );
  }
}

/** Empty, or with photos of an interrupted restore of the same archive. */
async function requireEmptyStore(store: PhotoStore, db: Db, sha256: string): Promise<void> {
  if ((await findInstallationValue(db, markName)) !== sha256) {
    for await (const { key } of store.list("")) {
      throw new BackupError(
        `The photo store is not empty: it has ${key}. Restore into an empty one, or under another S3_PREFIX. Nothing was changed.`,
      );
    }
  }
  await db
    .insertInto("installation")
    .values({ name: markName, value: sha256 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: sha256 }))
    .execute();
}
