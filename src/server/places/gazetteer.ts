import { once } from "node:events";
import { startThread } from "../start-thread.ts";

/**
 * Places with more than about 1,000 people (GeoNames, CC BY 4.0), largest first, one per line: `normalized name ⇥ name
 * ⇥ latitude ⇥ longitude ⇥ country code ⇥ administrative area`. Each line starts with a line feed. About 10 MB outside
 * the heap, built in a thread.
 */
export async function readGazetteer(): Promise<Buffer> {
  const thread = startThread(import.meta.url, "gazetteer-thread", {});
  const [lines]: Uint8Array<ArrayBuffer>[] = await once(thread, "message");
  if (!lines) throw new Error("the gazetteer thread sent nothing");
  return Buffer.from(lines.buffer);
}
