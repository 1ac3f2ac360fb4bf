import { Readable } from "node:stream";
import { ZipFile } from "yazl";

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
