import { randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import type { Pool, PoolClient } from "pg";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { gather, type ReadArchive, readArchive } from "./archive-reader.ts";
import { BackupError, entryNames, photosFolder, tablesFolder } from "./backup-format.ts";
import { fingerprintOf } from "./key-fingerprint.ts";
import { TableLoader } from "./load-tables.ts";

export type RestoreOptions = {
  path: string;
  /** The result of `readArchive`. */
  archive: ReadArchive;
  pool: Pool;
  store: PhotoStore;
  schemas: readonly string[];
  /** Tables whose rows stay. */
  keptTables: readonly string[];
  /** Where to write an included encryption key. */
  dataDir: string;
  /** Values of `installation` that stay those of this installation. */
  ownValues: Record<string, string>;
  print: (line: string) => void;
};

const photosAtOnce = 8;
const compressedPieceBytesMax = 64 * 1024 * 1024;
const keyBytesMax = 64 * 1024;

/** @throws BackupError if the configured keys can't decrypt the archive's secrets */
export function requireKey({ header }: ReadArchive, keys: readonly string[] | undefined): void {
  const { encryption_keys: needed } = header;
  const present = keys?.map(fingerprintOf);
  if (needed === null || needed.fingerprints.every((each) => present?.includes(each))) return;
  if (keys === undefined && needed.in_archive) return;
  const way = needed.in_archive
    ? `Leave the setting ENCRYPTION_KEY away, or add the key of the backup (its entry ${entryNames.encryptionKey}) to it behind a comma.`
    : "It was made with the setting ENCRYPTION_KEY, which it does not contain: set the same keys here.";
  throw new BackupError(`The secrets in this backup are encrypted with an unknown key. ${way} Nothing was changed.`);
}

/**
 * Restores into an empty installation with the backup's migrations: photos first, then the whole database in one
 * transaction. On failure the database is unchanged, and the photos are removed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { pool, store, archive, schemas, keptTables, print } = options;
  const client = await pool.connect();
  const tables = new TableLoader(client, archive.header, schemas);
  const photos = new PhotoRestoring(store, print);
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await tables.begin(keptTables);
    await putEverything(options, tables, photos);
    await tables.end();
    await setOwnValues(client, options.ownValues);
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    // Closing the connection rolls back, whatever its state.
    client.release(true);
    await photos.takeBack();
    throw error;
  }
}

async function putEverything(options: RestoreOptions, tables: TableLoader, photos: PhotoRestoring): Promise<void> {
  const { path, archive, dataDir, print } = options;
  let encryptionKey: string | undefined;
  const read = await readArchive(path, async ({ name, bytes }) => {
    if (name.startsWith(photosFolder)) return photos.put(name.slice(photosFolder.length), bytes);
    if (name === entryNames.encryptionKey) {
      encryptionKey = (await gather(bytes, keyBytesMax)).toString("utf8").trim();
      return;
    }
    await tables.add(tableOf(name), await gather(bytes, compressedPieceBytesMax));
  });
  if (read.sha256 !== archive.sha256) throw new BackupError(`${path} was replaced during the restore.`);
  await photos.end();
  await tables.endTable();
  print("Everything is read; rebuilding the database.");
  if (encryptionKey !== undefined) await putKey(dataDir, encryptionKey);
}

function tableOf(name: string): string {
  const match = /^tables\/([^/]+)\/\d+\.copy\.gz$/.exec(name);
  if (!match?.[1] || !name.startsWith(tablesFolder)) {
    throw new BackupError(`The backup holds ${JSON.stringify(name.slice(0, 200))}, which is unexpected.`);
  }
  return match[1];
}

async function putKey(dataDir: string, key: string): Promise<void> {
  const file = join(dataDir, entryNames.encryptionKey);
  const unfinished = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(unfinished, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(unfinished, file);
}

async function setOwnValues(client: PoolClient, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await client.query(
      "INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, value],
    );
  }
}

/** Adds photos to an empty store. */
class PhotoRestoring {
  readonly #store: PhotoStore;
  readonly #print: (line: string) => void;
  readonly #limit = pLimit(photosAtOnce);
  readonly #committing = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;
  #count = 0;

  constructor(store: PhotoStore, print: (line: string) => void) {
    this.#store = store;
    this.#print = print;
  }

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const writer = await this.#store.beginWrite(key);
    try {
      await pipeline(bytes, writer.bytes);
    } catch (error) {
      await writer.abort();
      throw error;
    }
    const commit = this.#limit(() => writer.commit())
      .catch(async (error: unknown) => {
        this.#failure ??= { error };
        await writer.abort();
      })
      .finally(() => this.#committing.delete(commit));
    this.#committing.add(commit);
    if (this.#committing.size > photosAtOnce) await Promise.race(this.#committing);
    this.#count += 1;
    if (this.#count % 1000 === 0) this.#print(`${this.#count} photos are in the store.`);
  }

  async end(): Promise<void> {
    await Promise.all(this.#committing);
    if (this.#failure) throw this.#failure.error;
  }

  /** The store was empty before. If removal fails now, the next try finds the rest and continues. */
  async takeBack(): Promise<void> {
    await Promise.allSettled(this.#committing);
    try {
      for await (const { key } of this.#store.list("")) await this.#store.delete(key);
    } catch {
      this.#print("Not all restored photos could be removed again.");
    }
  }
}
