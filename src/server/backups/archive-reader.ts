import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import * as z from "zod/mini";
import { makeSeal, sealBytes } from "./archive-seal.ts";
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  entryNames,
  formatVersion,
} from "./backup-format.ts";

export type ReadArchive = { header: BackupHeader; manifest: BackupManifest; sha256: string };

/** An entry of the archive; its bytes are to be read before the next one is asked for. */
export type ArchiveEntry = { name: string; bytes: AsyncIterable<Buffer> };

const notesBytesMax = 64 * 1024 * 1024;

/**
 * Reads a backup from its first byte to its last and checks every one of them. `visit` sees each table's and photo's bytes, in
 * order, before it is known that they are right: give it only what can be taken back, or read the archive twice.
 * @throws BackupError for a file that is no backup, is cut off or damaged, or comes from a newer version
 */
export async function readArchive(
  path: string,
  visit: (entry: ArchiveEntry) => Promise<void> = drain,
): Promise<ReadArchive> {
  const { sha256, sizeBytes } = await readSeal(path);
  const whole = createHash("sha256");
  const tap = new PassThrough({ highWaterMark: 256 * 1024 });
  tap.on("data", (chunk: Buffer) => whole.update(chunk));
  const entries = extract();
  const feeding = pipeline(
    createReadStream(path, { end: sizeBytes - sealBytes - 1, highWaterMark: 256 * 1024 }),
    tap,
    entries,
  );
  feeding.catch(() => undefined);
  const reading = new EntryReading(path, visit);
  try {
    for await (const entry of entries) await reading.read(entry);
    await feeding;
  } catch (error) {
    if (error instanceof VisitError) throw error.cause;
    throw damaged(path, error);
  }
  if (whole.digest("hex") !== sha256) throw damaged(path);
  return { ...reading.end(), sha256 };
}

/** What the last bytes say of all those before them. */
async function readSeal(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new BackupError(`There is no file ${path}.`) : error;
  });
  try {
    const { size } = await handle.stat();
    const begin = await readAt(handle, 0, 512);
    const isOurs = begin.subarray(257, 262).toString() === "ustar" && nameIn(begin) === entryNames.header;
    if (!isOurs) throw new BackupError(`${path} is no backup of Cairn. Nothing was changed.`);
    const end = await readAt(handle, Math.max(0, size - sealBytes), sealBytes);
    const sha256 = end.subarray(512, 576).toString("latin1");
    if (!/^[0-9a-f]{64}$/.test(sha256) || !end.equals(await makeSeal(sha256))) {
      throw new BackupError(`${path} is not whole: its end is missing or damaged. Nothing was changed.`);
    }
    return { sha256, sizeBytes: size };
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function nameIn(tarHeader: Buffer): string {
  return tarHeader.subarray(0, 100).toString("latin1").split("\0", 1)[0] ?? "";
}

/** Carries an error of the visitor, which says nothing of the archive, past those of the archive. */
class VisitError extends Error {}

/** What is gathered while the entries go by. */
class EntryReading {
  readonly #path: string;
  readonly #visit: (entry: ArchiveEntry) => Promise<void>;
  readonly #checksums = createHash("sha256");
  readonly #notes = new Map<string, Buffer>();
  #checksumsSha256: string | undefined;

  constructor(path: string, visit: (entry: ArchiveEntry) => Promise<void>) {
    this.#path = path;
    this.#visit = visit;
  }

  async read(entry: AsyncIterable<unknown> & { header: Header }): Promise<void> {
    const { name } = entry.header;
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
    else if (name !== entryNames.manifest) this.#checksums.update(`${sha256}  ${name}\n`);
  }

  end(): { header: BackupHeader; manifest: BackupManifest } {
    if (this.#checksumsSha256 !== this.#checksums.digest("hex")) throw damaged(this.#path);
    const header = this.#note(entryNames.header);
    const said = z.looseObject({ format: z.literal("cairn-backup"), version: z.int() }).safeParse(header);
    if (said.success && said.data.version > formatVersion) {
      throw new BackupError(
        `${this.#path} was made by a newer version of Cairn: restore it with that one. Nothing was changed.`,
      );
    }
    const parsed = backupHeader.safeParse(header);
    const manifest = backupManifest.safeParse(this.#note(entryNames.manifest));
    if (!parsed.success || !manifest.success) {
      throw new BackupError(`${this.#path} is no backup that this version of Cairn reads. Nothing was changed.`);
    }
    return { header: parsed.data, manifest: manifest.data };
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

/** Everything at once, up to a limit. */
export async function gather(bytes: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > bytesMax) throw new BackupError("An entry of the backup is larger than any that Cairn writes.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function drain({ bytes }: ArchiveEntry): Promise<void> {
  for await (const _ of bytes);
}

function damaged(path: string, cause?: unknown): BackupError {
  if (cause instanceof BackupError) return cause;
  return new BackupError(`${path} is damaged: its bytes are not those that were written. Nothing was changed.`, {
    cause,
  });
}
