import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-custom.js";

// Nothing is compressed, and the content security policy allows no worker from a blob.
configure({ useWebWorkers: false });

/** A zip that is being written: photos are copied through piece by piece, none is held whole. */
export function createZip() {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { level: 0, dataDescriptor: false });
  return {
    add: async (name: string, file: Blob): Promise<void> => {
      await writer.add(name, new BlobReader(file));
    },
    finish: (): Promise<Blob> => writer.close(),
  };
}

export class EntryTooLargeError extends Error {}

export type OpenZip = {
  has: (name: string) => boolean;
  /** @throws EntryTooLargeError, or whatever is wrong with the zip */
  read: (name: string, bytesMax: number) => Promise<Blob>;
  close: () => Promise<void>;
};

/** Opens a zip without reading it whole. @throws where it is none */
export async function openZip(file: Blob): Promise<OpenZip> {
  const reader = new ZipReader(new BlobReader(file), { checkSignature: true });
  const entries = await reader.getEntries();
  const files = new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry as FileEntry]])));
  return {
    has: (name) => files.has(name),
    read: async (name, bytesMax) => {
      const entry = files.get(name);
      if (!entry || entry.uncompressedSize > bytesMax) throw new EntryTooLargeError(name);
      return read(entry, bytesMax);
    },
    close: async () => void (await reader.close()),
  };
}

/** What the entry says of its size is not relied upon. */
async function read(entry: FileEntry, bytesMax: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  await entry.getData(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(chunk) {
        bytes += chunk.byteLength;
        if (bytes > bytesMax) throw new EntryTooLargeError(entry.filename);
        chunks.push(chunk);
      },
    }),
  );
  return new Blob(chunks);
}
