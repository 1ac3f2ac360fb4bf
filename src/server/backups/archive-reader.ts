import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import * as z from "zod/mini";
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  entryNames,
  formatVersion,
} from "./backup-format.ts";

/** `sha256` is the hash of the checksums, so it identifies the archive's contents. */
export type ReadArchive = { header: BackupHeader; manifest: BackupManifest; sha256: string };

/** An entry; read its bytes before asking for the next one. */
export type ArchiveEntry = { name: string; bytes: AsyncIterable<Buffer> };

const notesBytesMax = 64 * 1024 * 1024;

/**
 * Reads a whole backup and checks every entry. `visit` gets each table's and photo's bytes in order, before they are
 * verified: only do what can be undone, or read the archive twice.
 * @throws BackupError if the file isn't a backup, is truncated or damaged, or comes from a newer version
 */
export async function readArchive(
  path: string,
  visit: (entry: ArchiveEntry) => Promise<void> = drain,
): Promise<ReadArchive> {
  if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`);
  const entries = extract();
  const feeding = pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), entries);
  feeding.catch(() => undefined);
  const reading = new EntryReading(path, visit);
  try {
    for await (const entry of entries) await reading.read(entry);
    await feeding;
  } catch (error) {
    if (error instanceof VisitError) throw error.cause;
    throw reading.refusal(error);
  }
  return reading.end();
}

/** Carries the visitor's own errors past the handling of archive errors. */
class VisitError extends Error {}

/** Collected while reading entries. */
class EntryReading {
  readonly #path: string;
  readonly #visit: (entry: ArchiveEntry) => Promise<void>;
  readonly #checksums = createHash("sha256");
  readonly #notes = new Map<string, Buffer>();
  /** The last entry's name. */
  #checksumsSha256: string | undefined;

  constructor(path: string, visit: (entry: ArchiveEntry) => Promise<void>) {
    this.#path = path;
    this.#visit = visit;
  }

  async read(entry: AsyncIterable<unknown> & { header: Header }): Promise<void> {
    const { name } = entry.header;
    const isFirst = !this.#notes.has(entryNames.header);
    if (isFirst !== (name === entryNames.header) || this.#checksumsSha256) throw this.refusal();
    const hash = createHash("sha256");
    const bytes = watched(entry as AsyncIterable<Buffer>, (chunk) => hash.update(chunk));
    const isNote = name === entryNames.header || name === entryNames.manifest;
    if (isNote) this.#notes.set(name, await gather(bytes, notesBytesMax));
    else if (name === entryNames.checksums) await drain({ name, bytes });
    else
      await this.#visit({ name, bytes }).catch((cause) => {
        throw new VisitError("visiting failed", { cause });
      });
    const sha256 = hash.digest("hex");
    if (name === entryNames.checksums) this.#checksumsSha256 = sha256;
    else this.#checksums.update(`${sha256}  ${name}\n`);
  }

  refusal(cause?: unknown): BackupError {
    if (cause instanceof BackupError) return cause;
    const isOurs = this.#notes.has(entryNames.header);
    const problem = isOurs ? "is damaged or incomplete" : "is not a Cairn backup";
    return new BackupError(`${this.#path} ${problem}. Nothing was changed.`, { cause });
  }

  end(): ReadArchive {
    const sha256 = this.#checksums.digest("hex");
    if (this.#checksumsSha256 !== sha256) throw this.refusal();
    const header = this.#note(entryNames.header);
    const said = z.looseObject({ format: z.literal("cairn-backup"), version: z.int() }).safeParse(header);
    if (said.success && said.data.version > formatVersion) {
      throw new BackupError(
        `${this.#path} was made by a newer version of Cairn: restore it with that version. Nothing was changed.`,
      );
    }
    const parsed = backupHeader.safeParse(header);
    const manifest = backupManifest.safeParse(this.#note(entryNames.manifest));
    if (!parsed.success || !manifest.success) {
      throw new BackupError(`${this.#path} is not a backup that this version of Cairn can read. Nothing was changed.`);
    }
    return { header: parsed.data, manifest: manifest.data, sha256 };
  }

  #note(name: string): unknown {
    try {
      return JSON.parse(this.#notes.get(name)?.toString("utf8") ?? "null");
    } catch {
      return null;
    }
  }
}

async function* watched(chunks: AsyncIterable<Buffer>, look: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

/** The whole entry, up to a limit. */
export async function gather(bytes: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > bytesMax) throw new BackupError("An entry of the backup is larger than Cairn allows.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function drain({ bytes }: ArchiveEntry): Promise<void> {
  for await (const _ of bytes);
}
