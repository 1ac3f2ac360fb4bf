import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** Reads a stream to its end and drops the bytes; destroys it once they are more than `maxBytes`. Never throws. */
export async function drain(stream: Readable, maxBytes: number): Promise<void> {
  let drainedBytes = 0;
  stream.on("data", (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > maxBytes) stream.destroy();
  });
  await finished(stream).catch(() => undefined);
}
