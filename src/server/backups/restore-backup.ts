import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Pool, PoolClient } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { readAtMost } from "../read-at-most.ts";
import {
  type BackedUpTable,
  BackupError,
  type BackupHeader,
  entryNames,
  fingerprintOf,
  fullNameOf,
  photosFolder,
  type ReadArchive,
  readArchive,
} from "./backup-archive.ts";
import { type ForeignKey, listForeignKeys, listTables, quoted, withColumns } from "./catalogue.ts";

export type RestoreOptions = {
  path: string;
  /** The result of `readArchive`. */
  archive: ReadArchive;
  pool: Pool;
  store: PhotoStore;
  schemas: readonly string[];
  /** Tables that keep their rows. */
  keptTables: readonly string[];
  /** The encryption key is written here, if it is in the archive. */
  dataDir: string;
  /** Values of this installation that replace those of the archive. */
  ownValues: Record<string, string>;
  print: (line: string) => void;
};

const photosAtOnce = 8;
const compressedPieceBytesMax = 64 * 1024 * 1024;
const keyBytesMax = 64 * 1024;

/** @throws BackupError if the settings' keys can't decrypt the secrets of the archive */
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
 * Restores a backup into an empty installation, migrated to the backup's version, in one transaction. A failure leaves the
 * database unchanged and removes the photos.
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
    // Closing the connection ends its transaction in any state.
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
      encryptionKey = (await readAtMost(bytes, keyBytesMax)).toString("utf8").trim();
      return;
    }
    await tables.add(tableOf(name), await readAtMost(bytes, compressedPieceBytesMax));
  });
  if (read.sha256 !== archive.sha256) throw new BackupError(`${path} was replaced during the restore.`);
  await photos.end();
  await tables.endTable();
  print("Everything is read; rebuilding the database.");
  if (encryptionKey !== undefined) await putKey(dataDir, encryptionKey);
}

function tableOf(name: string): string {
  const [, table] = /^tables\/([^/]+)\/\d+\.copy\.gz$/.exec(name) ?? [];
  if (!table) throw new BackupError(`The backup holds ${JSON.stringify(name.slice(0, 200))}, which is unexpected.`);
  return table;
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

/** Puts photos into an empty store. */
class PhotoRestoring {
  readonly #underWay: Promise<void>[] = [];
  #count = 0;

  constructor(
    readonly store: PhotoStore,
    readonly print: (line: string) => void,
  ) {}

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const writer = await this.store.beginWrite(key);
    const abort = async (error: unknown) => {
      await writer.abort();
      throw error;
    };
    await pipeline(bytes, writer.bytes).catch(abort);
    const committing = writer.commit().catch(abort);
    committing.catch(() => undefined);
    this.#underWay.push(committing);
    if (this.#underWay.length > photosAtOnce) await this.#underWay.shift();
    this.#count += 1;
    if (this.#count % 1000 === 0) this.print(`${this.#count} photos are in the store.`);
  }

  async end(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Empties the store again. A retry of the same archive overwrites photos that could not be removed. */
  async takeBack(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    try {
      for await (const { key } of this.store.list("")) await this.store.delete(key);
    } catch {
      this.print("Not all restored photos could be removed again.");
    }
  }
}

const uncompress = promisify(gunzip);
/** Far above the pieces of `dumpTable`. */
const pieceBytesMax = 64 * 1024 * 1024;

/**
 * Replaces the rows of a migrated database in the caller's transaction. Triggers are disabled meanwhile, and foreign keys are
 * recreated at the end, which checks them. The `client` must not run other queries between `add` and `endTable`.
 */
class TableLoader {
  #foreignKeys: ForeignKey[] = [];
  #current: { table: BackedUpTable; copy: CopyStreamQuery; failed: Promise<never> } | undefined;

  constructor(
    readonly client: PoolClient,
    readonly header: BackupHeader,
    readonly schemas: readonly string[],
  ) {}

  async begin(keptTables: readonly string[]): Promise<void> {
    const present = await listTables(this.client, this.schemas);
    this.#foreignKeys = await listForeignKeys(this.client, this.schemas);
    for (const { constraint, ...table } of this.#foreignKeys) {
      await this.client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${constraint}`);
    }
    const emptied = present.filter((table) => !keptTables.includes(fullNameOf(table)));
    await this.client.query(`TRUNCATE ${emptied.map(quoted).join(", ")}`);
    for (const table of present) await this.client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  }

  /** Adds the next piece of a table; all pieces of a table are consecutive. */
  async add(fullName: string, piece: Buffer): Promise<void> {
    if (this.#current === undefined || fullNameOf(this.#current.table) !== fullName) {
      await this.endTable();
      this.#current = this.#beginTable(fullName);
    }
    const { copy, failed } = this.#current;
    const bytes = await uncompress(piece, { maxOutputLength: pieceBytesMax });
    if (!copy.write(bytes)) await Promise.race([once(copy, "drain"), failed]);
  }

  async endTable(): Promise<void> {
    const copy = this.#current?.copy;
    this.#current = undefined;
    copy?.end();
    if (copy) await finished(copy);
  }

  async end(): Promise<void> {
    for (const sequence of this.header.sequences) {
      const { last_value, is_called } = sequence;
      await this.client.query("SELECT setval($1::regclass, $2::bigint, $3)", [quoted(sequence), last_value, is_called]);
    }
    for (const table of await listTables(this.client, this.schemas)) {
      await this.client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
    }
    for (const { constraint, definition, ...table } of this.#foreignKeys) {
      await this.client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${constraint} ${definition}`);
    }
  }

  #beginTable(fullName: string) {
    const table = this.header.tables.find((each) => fullNameOf(each) === fullName);
    if (!table) throw new BackupError(`The backup has rows of ${fullName} without a description.`);
    const copy = this.client.query(copyFrom(`COPY ${withColumns(table)} FROM STDIN`));
    const failed = new Promise<never>((_, reject) => copy.once("error", reject));
    failed.catch(() => undefined);
    return { table, copy, failed };
  }
}
