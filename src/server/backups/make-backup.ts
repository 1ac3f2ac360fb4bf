import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  entryNames,
  formatVersion,
  fullNameOf,
  photosFolder,
} from "./backup-format.ts";
import { isNamed, listTables, quoted, readLedger, readSequences } from "./catalogue.ts";
import { dumpTable } from "./dump-tables.ts";
import { fingerprintOf } from "./key-fingerprint.ts";

/** The sources of a backup. */
export type Installation = {
  schemas: readonly string[];
  /** Tables of applied migrations. */
  ledgers: readonly string[];
  /** Tables, as `<schema>.<table>`, with temporary rows that are left out. */
  leftOut: readonly string[];
  /** SQL of two columns: each photo's key, and its SHA-256 or null. */
  namedPhotosSql: string;
  /** Which of these keys the database still refers to. */
  findNamed: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
};

export type BackupOptions = {
  path: string;
  pool: Pool;
  store: PhotoStore;
  installation: Installation;
  /** The software version. */
  cairn: string;
  /** Keys that may encrypt secrets in the database; `areInArchive` if the archive includes the one in `DATA_DIR`. */
  encryptionKeys: { keys: readonly string[]; areInArchive: boolean } | undefined;
  print: (line: string) => void;
};

/** Photos fetched ahead. */
const photosAhead = 8;
/** Photos listed by name. */
const namesMax = 1000;

/**
 * Writes database and photos to one archive while the server runs: tables of one moment, and their photos. Memory use
 * is constant.
 * @throws BackupError if there is nothing to back up, or the photos don't belong to the database
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { path, store, print } = options;
  const archive = new ArchiveWriter(path);
  const listPath = `${path}.photos`;
  try {
    const rows = await dumpDatabase(options, archive, listPath);
    print(`${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows of the database are in the archive.`);
    const copying = new PhotoCopying(store, archive, options.installation.findNamed, print);
    await copying.copy(listPath);
    const manifest = { rows, ...copying.result };
    await archive.finish(manifest);
    return manifest;
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await rm(listPath, { force: true });
  }
}

/** A snapshot of the database, including the list of photos. */
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
    // Keeps migrations from changing tables after the snapshot; takes a lock without reading.
    if (before.length > 0) {
      await client.query(`LOCK TABLE ${before.map((table) => quoted(client, table)).join(", ")} IN ACCESS SHARE MODE`);
    }
    const header = await describe(client, options);
    await archive.addBytes(entryNames.header, Buffer.from(`${JSON.stringify(header, null, 1)}\n`));
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
    const applied = await readLedger(client, ledger);
    if (applied.length > 0) migrations[ledger] = applied;
  }
  if (Object.keys(migrations).length === 0) {
    throw new BackupError("This database has no Cairn installation to back up.");
  }
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  return {
    format: "cairn-backup",
    version: formatVersion,
    made_at: new Date().toISOString(),
    cairn,
    postgresql: rows[0]?.version ?? "",
    migrations,
    tables: (await listTables(client, schemas)).filter((table) => !isNamed(table, [...ledgers, ...leftOut])),
    sequences: await readSequences(client, schemas),
    encryption_keys: encryptionKeys
      ? { fingerprints: encryptionKeys.keys.map(fingerprintOf), in_archive: encryptionKeys.areInArchive }
      : null,
  };
}

class PhotoCopying {
  readonly #store: PhotoStore;
  readonly #archive: ArchiveWriter;
  readonly #findNamed: Installation["findNamed"];
  readonly #print: (line: string) => void;
  readonly result: Omit<BackupManifest, "rows"> = {
    photos: { count: 0, bytes: 0 },
    deleted_meanwhile: [],
    missing: [],
    damaged: [],
  };

  constructor(
    store: PhotoStore,
    archive: ArchiveWriter,
    findNamed: Installation["findNamed"],
    print: (line: string) => void,
  ) {
    this.#store = store;
    this.#archive = archive;
    this.#findNamed = findNamed;
    this.#print = print;
  }

  /** Copies the listed photos in order, and fetches a few ahead. */
  async copy(listPath: string): Promise<void> {
    const underWay: Promise<void>[] = [];
    try {
      for await (const line of createInterface({ input: createReadStream(listPath) })) {
        const [key = "", sha256 = ""] = line.split("\t");
        const copying = this.#copyOne(key, sha256 === "\\N" ? undefined : sha256, underWay.at(-1) ?? Promise.resolve());
        copying.catch(() => undefined);
        underWay.push(copying);
        if (underWay.length > photosAhead) await underWay.shift();
      }
    } finally {
      // First release what they hold, on the disk or in the archive.
      await Promise.allSettled(underWay);
    }
    await Promise.all(underWay);
  }

  async #copyOne(key: string, sha256: string | undefined, before: Promise<void>): Promise<void> {
    try {
      await this.#store.withLocalFile(key, async (path) => {
        await before;
        const written = await this.#archive.addFile(photosFolder + key, path);
        const { photos, damaged } = this.result;
        if (sha256 !== undefined && written.sha256 !== sha256) damaged.push(key);
        photos.count += 1;
        photos.bytes += written.sizeBytes;
        if (photos.count % 1000 === 0) this.#print(`${photos.count} photos are in the archive.`);
      });
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) throw error;
      await before;
      await this.#noteAbsent(key);
    }
  }

  async #noteAbsent(key: string): Promise<void> {
    const { photos, deleted_meanwhile, missing } = this.result;
    const isNamed = (await this.#findNamed([key])).has(key);
    (isNamed ? missing : deleted_meanwhile).push(key);
    if (missing.length > namesMax && missing.length > photos.count) {
      throw new BackupError(
        "Most photos in the database are missing from this store. Does the store belong to this database?",
      );
    }
  }
}
