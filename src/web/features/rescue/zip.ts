import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-custom.js";

// The content security policy allows no workers from blobs.
configure({ useWebWorkers: false });

/** Writes a zip. Photos are streamed. */
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
  /** @throws EntryTooLargeError, or an error of the zip library */
  read: (name: string, bytesMax: number) => Promise<Blob>;
  close: () => Promise<void>;
};

/** Opens a zip without reading all of it. @throws if it is not a zip */
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

/** Counts the bytes, because the stated size may be wrong. */
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
