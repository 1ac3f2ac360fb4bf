import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, openPromise, type ZipFile as ReadZipFile } from "yauzl";
import { ZipFile } from "yazl";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";

type ZipFault = "unreadable" | "encrypted" | "same_name" | "too_many_entries" | "too_large";

export type ZipLimits = {
  entries: number;
  /** The sum of the sizes that its entries state. */
  unpackedBytes: number;
  refusals: Readonly<Record<ZipFault, Refusal>>;
};

/** A ZIP whose entries were listed and are within the limits. Nothing is unpacked yet. */
export type OpenedZip = {
  names(): Iterable<string>;
  sizeOf(name: string): number | undefined;
  /**
   * Unpacks an entry as it is read; fails if its bytes don't match the ZIP's record.
   * @throws DomainError
   */
  open(name: string): Promise<Readable>;
  close(): void;
};

/** The name of an entry and its extra data. */
const entryTextMax = 4_000;

const options = { lazyEntries: true, strictFileNames: true, autoClose: false };

/**
 * Lists the entries of a ZIP; of a file, only the list is in memory.
 * @param source the ZIP's bytes, or the path of its file
 * @throws DomainError one of the refusals; `unreadable` also for names that lead out of the ZIP (`../`, `/`, `\`)
 */
export async function openZip(source: Buffer | string, limits: ZipLimits): Promise<OpenedZip> {
  const opening = typeof source === "string" ? openPromise(source, options) : fromBufferPromise(source, options);
  const zip = await orUnreadable(opening, limits);
  try {
    const entries = await orUnreadable(readEntries(zip, limits), limits);
    return {
      names: () => entries.keys(),
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      open: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw new DomainError(limits.refusals.unreadable);
        const bytes = await orUnreadable(zip.openReadStreamPromise(entry), limits);
        return Readable.from(checked(bytes, entry), { objectMode: false });
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ReadZipFile, { refusals, ...limits }: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new DomainError(refusals.too_many_entries);
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new DomainError(refusals.encrypted);
    if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > entryTextMax) {
      throw new DomainError(refusals.too_large);
    }
    // Two entries of the same name are ambiguous.
    if (entries.has(entry.fileName)) throw new DomainError(refusals.same_name);
    entries.set(entry.fileName, entry);
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > limits.unpackedBytes) throw new DomainError(refusals.too_large);
  }
  return entries;
}

/** The package checks sizes only. */
async function* checked(bytes: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const piece of bytes) {
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== entry.crc32) throw new Error("an entry's bytes don't match its checksum");
}

/** Errors of the package are faults of the file. */
async function orUnreadable<T>(reading: Promise<T>, { refusals }: ZipLimits): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError(refusals.unreadable, { cause });
  }
}

export type ZipEntry = {
  name: string;
  /** Opened when it is its turn. */
  content: () => AsyncIterable<Uint8Array | string>;
  /** Set if the content is compressed already. */
  isStored?: boolean;
};

/** A ZIP that is made while it is read: an entry is asked for when the one before it is being written. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", fail);
  const add = ({ name, content, isStored }: ZipEntry) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { compress: !isStored }, (use) => {
        open = Readable.from(content(), { objectMode: false }).on("error", fail);
        use(null, open);
        resolve();
      });
    });
  const addAll = async () => {
    for await (const entry of entries) await add(entry);
    zip.end();
  };
  addAll().catch(fail);
  try {
    yield* output;
  } finally {
    open?.destroy();
  }
}

/** An entry with this text. */
export const textEntry = (name: string, text: string): ZipEntry => ({
  name,
  content: async function* () {
    yield text;
  },
});
