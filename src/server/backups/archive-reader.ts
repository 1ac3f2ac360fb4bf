import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import * as z from "zod/mini";
import { readAtMost } from "../read-at-most.ts";
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  entryNames,
  formatVersion,
} from "./backup-format.ts";

/** `sha256` is that of the checksums, so it identifies the archive's contents. */
export type ReadArchive = { header: BackupHeader; manifest: BackupManifest; sha256: string };

/** An entry of the archive; its bytes must be read before the next entry. */
export type ArchiveEntry = { name: string; bytes: AsyncIterable<Buffer> };

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
