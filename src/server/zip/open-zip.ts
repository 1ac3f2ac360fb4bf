import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";

/** What is wrong with a ZIP. */
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
  /** All that its entries say to hold. */
  unpackedBytes: number;
};

/** A ZIP whose list of entries was read and found to be within its limits. Nothing is unpacked yet. */
export type OpenedZip = {
  names(): Iterable<string>;
  /** Of its bytes when they are unpacked; undefined where there is no such entry. */
  sizeOf(name: string): number | undefined;
  /**
   * An entry's bytes, unpacked as they are read; an error where they are more or others than the ZIP says.
   * @throws ZipError
   */
  open(name: string): Promise<Readable>;
  close(): void;
};

/** Of one entry: its name and what is written about it. */
const entryTextMax = 4_000;

const options = { lazyEntries: true, strictFileNames: true, autoClose: false };

/** @throws ZipError also where a name leads out of the ZIP (`../`, `/`, `\`) */
export async function openZipBytes(bytes: Buffer, limits: ZipLimits): Promise<OpenedZip> {
  return listEntries(await orUnreadable(fromBufferPromise(bytes, options)), limits);
}

/** As `openZipBytes`; of the file only the list of entries is held in memory. */
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
    // of two entries of one name nobody knows which is meant
    if (entries.has(entry.fileName)) throw new ZipError("same_name");
    entries.set(entry.fileName, entry);
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.unpackedBytes) throw new ZipError("too_large");
  }
  return entries;
}

/** What the ZIP's reader says of a file is the file's fault. */
async function orUnreadable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof ZipError ? cause : new ZipError("unreadable", { cause });
  }
}
