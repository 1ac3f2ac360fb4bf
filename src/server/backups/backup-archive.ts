import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, type WriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { finished, pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";
import * as z from "zod/mini";
import { readAtMost } from "../read-at-most.ts";

/**
 * A backup is a tar archive with these entries in this order: `backup.json` (header), `encryption-key` if the installation has its
 * key in a file, `tables/<schema>.<table>/<number>.copy.gz` (pieces of PostgreSQL's COPY format, each compressed by gzip),
 * `photos/<key>`, `manifest.json` (counts) and `checksums.sha256` (of all entries before it, in the format of sha256sum).
 */
export const formatVersion = 1;

export const entryNames = {
  header: "backup.json",
  encryptionKey: "encryption-key",
  manifest: "manifest.json",
  checksums: "checksums.sha256",
} as const;
export const photosFolder = "photos/";

const migration = z.object({ number: z.int(), name: z.string(), sha256: z.string() });
const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const sequence = z.object({ schema: z.string(), name: z.string(), last_value: z.string(), is_called: z.boolean() });

/** Written before the first row is read. */
const backupHeader = z.object({
  format: z.literal("cairn-backup"),
  version: z.literal(formatVersion),
  made_at: z.iso.datetime(),
  /** The version of Cairn. */
  cairn: z.string(),
  postgresql: z.string(),
  /** By migrations table. */
  migrations: z.record(z.string(), z.array(migration)),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** The keys that may encrypt secrets in the database; null if there are none. */
  encryption_keys: z.nullable(z.object({ fingerprints: z.array(z.string()), in_archive: z.boolean() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];

/** Written when all data is in the archive. */
const backupManifest = z.object({
  /** By `<schema>.<table>`. */
  rows: z.record(z.string(), z.int()),
  photos: z.object({ count: z.int(), bytes: z.int() }),
  /** In the database when the backup started, and deleted before they were copied. */
  deleted_meanwhile: z.array(z.string()),
  /** In the database, but not in the store. */
  missing: z.array(z.string()),
  /** Changed in the store since they were uploaded. */
  damaged: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Why a backup or restore failed, for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Identifies a key without revealing it. */
export function fingerprintOf(encryptionKey: string): string {
  return createHmac("sha256", encryptionKey).update("key of a backup of Cairn").digest("hex");
}

export const fullNameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;

/**
 * Writes a backup to a new file, mode 0600, which gets its name when it is complete and on disk. Until then there are
 * `<file>.part` and `<file>.checksums`. Add one entry after the other.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #partPath: string;
  readonly #checksumsPath: string;
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #checksums: WriteStream;

  /** @throws the system's error if there can be no such file */
  static async create(path: string): Promise<ArchiveWriter> {
    const part = await open(`${path}.part`, "wx", 0o600);
    return new ArchiveWriter(path, part.createWriteStream({ flush: true }));
  }

  private constructor(path: string, file: WriteStream) {
    this.#path = path;
    this.#partPath = `${path}.part`;
    this.#checksumsPath = `${path}.checksums`;
    this.#written = pipeline(this.#pack as AsyncIterable<Buffer>, file);
    this.#written.catch(() => undefined);
    this.#checksums = createWriteStream(this.#checksumsPath, { mode: 0o600 });
    this.#checksums.on("error", (error) => this.#pack.destroy(error));
  }

  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.#put(name, bytes.length, [bytes]);
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.addBytes(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));
  }

  /** The file must not change while it is added. */
  async addFile(name: string, path: string): Promise<{ sha256: string; sizeBytes: number }> {
    const { size } = await stat(path);
    // One more byte would break the following entries.
    const bytes = size === 0 ? [] : createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 });
    return { sha256: await this.#put(name, size, bytes), sizeBytes: size };
  }

  async finish(manifest: BackupManifest): Promise<void> {
    await this.addJson(entryNames.manifest, manifest);
    this.#checksums.end();
    await finished(this.#checksums);
    await this.addFile(entryNames.checksums, this.#checksumsPath);
    this.#pack.finalize();
    await this.#written;
    await rename(this.#partPath, this.#path);
    await rm(this.#checksumsPath, { force: true });
  }

  async abort(): Promise<void> {
    this.#pack.destroy();
    this.#checksums.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partPath, { force: true });
    await rm(this.#checksumsPath, { force: true });
  }

  async #put(name: string, size: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    // Its true error, not that nothing can be added any more.
    if (this.#pack.destroyed) await this.#written;
    const hash = createHash("sha256");
    const entry = this.#pack.entry({ name, size, mode: 0o600 });
    const write = async () => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        if (!entry.write(chunk)) await once(entry, "drain");
      }
      const done = once(entry, "finish");
      entry.end(undefined);
      await done;
    };
    const writing = write();
    // If the disk is full, the archive fails and the entry never ends.
    await Promise.race([writing, this.#written.then(() => writing)]);
    const sha256 = hash.digest("hex");
    if (!this.#checksums.writableEnded) this.#checksums.write(`${sha256}  ${name}\n`);
    return sha256;
  }
}

/** `sha256` is that of the checksums, so it identifies the archive's contents. */
export type ReadArchive = { header: BackupHeader; manifest: BackupManifest; sha256: string };

/** An entry of the archive; its bytes must be read before the next entry. */
type ArchiveEntry = { name: string; bytes: AsyncIterable<Buffer> };

const notesBytesMax = 64 * 1024 * 1024;

/** Distinguishes errors of the visitor from those of the archive. */
class VisitError extends Error {}

/**
 * Reads a backup to its end and checks every entry. `visit` gets each table and photo in order, before its checksum is verified:
 * what it does must be reversible.
 * @throws BackupError if the file isn't a backup, is incomplete or damaged, or was made by a newer version
 */
export async function readArchive(
  path: string,
  visit: (entry: ArchiveEntry) => Promise<void> = drain,
): Promise<ReadArchive> {
  if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`);
  const notes = new Map<string, Buffer>();
  try {
    const sha256 = await readEntries(path, notes, visit);
    return { ...parseNotes(path, notes), sha256 };
  } catch (error) {
    if (error instanceof VisitError) throw error.cause;
    if (error instanceof BackupError) throw error;
    const problem = notes.has(entryNames.header) ? "is damaged or incomplete" : "is not a Cairn backup";
    throw new BackupError(`${path} ${problem}. Nothing was changed.`, { cause: error });
  }
}

/** Collects header and manifest in `notes`; returns the checksums' hash. */
async function readEntries(
  path: string,
  notes: Map<string, Buffer>,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<string> {
  const entries = extract();
  const feeding = pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), entries);
  feeding.catch(() => undefined);
  const checksums = createHash("sha256");
  let expected: string | undefined;
  for await (const entry of entries) {
    const { name } = entry.header;
    const isHeader = name === entryNames.header;
    if (isHeader === notes.has(entryNames.header) || expected) throw new Error(`unexpected entry ${name}`);
    const hash = createHash("sha256");
    const bytes = watched(entry as AsyncIterable<Buffer>, (chunk) => hash.update(chunk));
    if (isHeader || name === entryNames.manifest) notes.set(name, await readAtMost(bytes, notesBytesMax));
    else if (name === entryNames.checksums) await drain({ bytes });
    else {
      await visit({ name, bytes }).catch((cause) => {
        throw new VisitError("visiting failed", { cause });
      });
    }
    const sha256 = hash.digest("hex");
    if (name === entryNames.checksums) expected = sha256;
    else checksums.update(`${sha256}  ${name}\n`);
  }
  await feeding;
  const sha256 = checksums.digest("hex");
  if (expected !== sha256) throw new Error("wrong checksums");
  return sha256;
}

function parseNotes(path: string, notes: Map<string, Buffer>): { header: BackupHeader; manifest: BackupManifest } {
  const read = (name: string): unknown => JSON.parse(notes.get(name)?.toString("utf8") ?? "null");
  const written = read(entryNames.header);
  const format = z.looseObject({ format: z.literal("cairn-backup"), version: z.int() }).safeParse(written);
  if (format.success && format.data.version > formatVersion) {
    throw new BackupError(
      `${path} was made by a newer version of Cairn: restore it with that version. Nothing was changed.`,
    );
  }
  const header = backupHeader.safeParse(written);
  const manifest = backupManifest.safeParse(read(entryNames.manifest));
  if (!header.success || !manifest.success) {
    throw new BackupError(`${path} is not a backup that this version of Cairn can read. Nothing was changed.`);
  }
  return { header: header.data, manifest: manifest.data };
}

async function* watched(chunks: AsyncIterable<Buffer>, look: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

async function drain({ bytes }: Pick<ArchiveEntry, "bytes">): Promise<void> {
  for await (const _ of bytes);
}
