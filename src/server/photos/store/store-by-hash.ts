import { createHash, randomUUID } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PhotoStore } from "./photo-store.ts";

export type HashedObject = { sha256: string; bytes: number };

/**
 * Stores an object as `<kind>/<its SHA-256>`. Nothing is stored if `content` fails or the signal is aborted.
 * @param content at most 4 GB
 */
export async function storeByHash(
  store: PhotoStore,
  kind: string,
  content: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<HashedObject> {
  const writer = await store.beginWrite(`${kind}/${randomUUID()}`);
  const hash = createHash("sha256");
  let bytes = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.from(content, { objectMode: false }), hashing, writer.bytes, { signal });
    const sha256 = hash.digest("hex");
    await writer.commit(`${kind}/${sha256}`);
    return { sha256, bytes };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
