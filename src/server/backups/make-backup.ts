import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readAppliedMigrations } from "../database/migrate.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import {
  ArchiveWriter,
  type BackedUpTable,
  BackupError,
  type BackupHeader,
  type BackupManifest,
  entryNames,
  fingerprintOf,
  formatVersion,
  fullNameOf,
  photosFolder,
} from "./backup-archive.ts";
import { listTables, quoted, readSequences, withColumns } from "./catalogue.ts";

export type Installation = {
  schemas: readonly string[];
  /** Tables of applied migrations. */
  ledgers: readonly string[];
  /** Tables, `<schema>.<table>`, whose rows are temporary and not backed up. */
  leftOut: readonly string[];
  /** SQL that returns the key of each photo in the database, and its SHA-256 or null. */
  namedPhotosSql: string;
  /** Which of these keys are in the database now. */
  findNamed: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
};

export type BackupOptions = {
  path: string;
  pool: Pool;
  store: PhotoStore;
  installation: Installation;
  /** The version of Cairn. */
  cairn: string;
  /** The keys that may encrypt secrets in the database; `areInArchive` adds the one in `DATA_DIR` to the archive. */
  encryptionKeys: { keys: readonly string[]; areInArchive: boolean } | undefined;
  print: (line: string) => void;
};

/** Photos fetched ahead. */
const photosAhead = 8;
const missingMax = 1000;
const nullInCopy = "\\N";

/**
 * Backs up database and photos into one archive while the server runs: a consistent snapshot of the tables, and their photos.
 * Memory does not grow with either.
 * @throws BackupError if the store belongs to another database
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { path, print } = options;
  const archive = await ArchiveWriter.create(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup can't be written to ${path}: ${error.message}`);
  });
  const listPath = `${path}.photos`;
  try {
    const rows = await dumpDatabase(options, archive, listPath);
    print(`${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows of the database are in the archive.`);
    const manifest = { rows, ...(await copyPhotos(options, archive, listPath)) };
    await archive.finish(manifest);
    return manifest;
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await rm(listPath, { force: true });
  }
}

/** Adds the tables of one snapshot to the archive, and writes the list of their photos; returns the rows per table. */
async function dumpDatabase(
  options: BackupOptions,
  archive: ArchiveWriter,
  listPath: string,
): Promise<Record<string, number>> {
  const { pool, installation, encryptionKeys } = options;
  const client = await pool.connect();
  try {
    const before = await listTables(client, installation.schemas);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    // Prevents migrations. The lock comes before the snapshot.
    await client.query(`LOCK TABLE ${before.map(quoted).join(", ")} IN ACCESS SHARE MODE`);
    const header = await describe(client, options);
    await archive.addJson(entryNames.header, header);
    if (encryptionKeys?.areInArchive) {
      await archive.addBytes(entryNames.encryptionKey, Buffer.from(`${encryptionKeys.keys[0]}\n`));
    }
    const rows: Record<string, number> = {};
    for (const table of header.tables) rows[fullNameOf(table)] = await dumpTable(client, table, archive);
    await pipeline(
      client.query(copyTo(`COPY (${installation.namedPhotosSql}) TO STDOUT`)),
      createWriteStream(listPath, { mode: 0o600 }),
    );
    await client.query("COMMIT");
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function describe(
  client: PoolClient,
  { installation, cairn, encryptionKeys }: BackupOptions,
): Promise<BackupHeader> {
  const { schemas, ledgers, leftOut } = installation;
  const migrations: BackupHeader["migrations"] = {};
  for (const ledger of ledgers) {
    const applied = await readAppliedMigrations(client, ledger);
    if (applied.length > 0) migrations[ledger] = applied;
  }
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const leftOutTables = [...ledgers, ...leftOut];
  return {
    format: "cairn-backup",
    version: formatVersion,
    made_at: new Date().toISOString(),
    cairn,
    postgresql: rows[0]?.version ?? "",
    migrations,
    tables: (await listTables(client, schemas)).filter((table) => !leftOutTables.includes(fullNameOf(table))),
    sequences: await readSequences(client, schemas),
    encryption_keys: encryptionKeys
      ? { fingerprints: encryptionKeys.keys.map(fingerprintOf), in_archive: encryptionKeys.areInArchive }
      : null,
  };
}

/** Copies the photos of the list in order, and fetches a few ahead. */
async function copyPhotos(
  { store, installation, print }: BackupOptions,
  archive: ArchiveWriter,
  listPath: string,
): Promise<Omit<BackupManifest, "rows">> {
  const photos = { count: 0, bytes: 0 };
  const [missing, damaged, deletedMeanwhile]: [string[], string[], string[]] = [[], [], []];

  async function copy(key: string, sha256: string, before: Promise<void> | undefined): Promise<void> {
    try {
      await store.withLocalFile(key, async (path) => {
        await before;
        const written = await archive.addFile(photosFolder + key, path);
        if (sha256 !== nullInCopy && written.sha256 !== sha256) damaged.push(key);
        photos.count += 1;
        photos.bytes += written.sizeBytes;
        if (photos.count % 1000 === 0) print(`${photos.count} photos are in the archive.`);
      });
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) throw error;
      await before;
      const isNamed = (await installation.findNamed([key])).has(key);
      (isNamed ? missing : deletedMeanwhile).push(key);
      if (missing.length > missingMax && missing.length > photos.count) {
        throw new BackupError(
          "Most photos in the database are missing from this store. Does the store belong to this database?",
        );
      }
    }
  }

  const underWay: Promise<void>[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(listPath) })) {
      const [key = "", sha256 = ""] = line.split("\t");
      const copying = copy(key, sha256, underWay.at(-1));
      copying.catch(() => undefined);
      underWay.push(copying);
      if (underWay.length > photosAhead) await underWay.shift();
    }
  } finally {
    // On failure too, all local files are released before the archive is aborted.
    await Promise.allSettled(underWay);
  }
  await Promise.all(underWay);
  return { photos, missing, damaged, deleted_meanwhile: deletedMeanwhile };
}

const compress = promisify(gzip);
const pieceBytes = 4 * 1024 * 1024;

/** Writes a table into the archive in pieces; returns the number of rows. */
async function dumpTable(client: PoolClient, table: BackedUpTable, archive: ArchiveWriter): Promise<number> {
  const rows = client.query(copyTo(`COPY ${withColumns(table)} TO STDOUT`));
  let pieces = 0;
  const addPiece = async (chunks: Buffer[]) => {
    pieces += 1;
    const name = `tables/${fullNameOf(table)}/${String(pieces).padStart(8, "0")}.copy.gz`;
    await archive.addBytes(name, await compress(Buffer.concat(chunks), { level: 1 }));
  };
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes < pieceBytes) continue;
    await addPiece(chunks);
    chunks = [];
    sizeBytes = 0;
  }
  if (sizeBytes > 0) await addPiece(chunks);
  return rows.rowCount;
}
