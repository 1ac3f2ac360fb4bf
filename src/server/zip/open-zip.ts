import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";

export type ZipFault = "unreadable" | "encrypted" | "same_name" | "too_many_entries" | "too_large";

export class ZipError extends Error {
  override readonly name = "ZipError";
  constructor(
    readonly fault: ZipFault,
    options?: { cause?: unknown },
  ) {
    super(`the ZIP is rejected: ${fault}`, options);
  }
}

export type ZipLimits = {
  entries: number;
  /** The sum of the sizes that its entries state. */
  unpackedBytes: number;
};

/** A ZIP whose entries were listed and are within the limits. Nothing is unpacked yet. */
export type OpenedZip = {
  names(): Iterable<string>;
  /** The unpacked size; undefined if there is no such entry. */
  sizeOf(name: string): number | undefined;
  /**
   * Unpacks an entry as it is read; fails if its bytes don't match the ZIP's record.
   * @throws ZipError
   */
  open(name: string): Promise<Readable>;
  close(): void;
};

/** The name of an entry and its extra data. */
const entryTextMax = 4_000;

const options = { lazyEntries: true, strictFileNames: true, autoClose: false };

/** @throws ZipError, also for names that lead out of the ZIP (`../`, `/`, `\`) */
export async function openZipBytes(bytes: Buffer, limits: ZipLimits): Promise<OpenedZip> {
  return listEntries(await orUnreadable(fromBufferPromise(bytes, options)), limits);
}

/** Like `openZipBytes`, with only the list of entries in memory. */
export async function openZipFile(path: string, limits: ZipLimits): Promise<OpenedZip> {
  return listEntries(await orUnreadable(openPromise(path, options)), limits);
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<OpenedZip> {
  try {
    const entries = await orUnreadable(readEntries(zip, limits));
    return {
      names: () => entries.keys(),
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      open: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw new ZipError("unreadable");
        return orUnreadable(zip.openReadStreamPromise(entry));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ZipError("too_many_entries");
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ZipError("encrypted");
    if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > entryTextMax) {
      throw new ZipError("too_large");
    }
    // Two entries of the same name are ambiguous.
    if (entries.has(entry.fileName)) throw new ZipError("same_name");
    entries.set(entry.fileName, entry);
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.unpackedBytes) throw new ZipError("too_large");
  }
  return entries;
}

/** Errors of the package are faults of the file. */
async function orUnreadable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof ZipError ? cause : new ZipError("unreadable", { cause });
  }
}
