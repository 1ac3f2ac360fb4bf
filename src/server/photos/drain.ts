import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** Reads and discards a stream to its end, or destroys it after `maxBytes`. Never throws. */
export async function drain(stream: Readable, maxBytes: number): Promise<void> {
  let drainedBytes = 0;
  stream.on("data", (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > maxBytes) stream.destroy();
  });
  await finished(stream).catch(() => undefined);
}
