import { once } from "node:events";
import { startThread } from "../start-thread.ts";

/**
 * Every place of more than about 1,000 people (GeoNames, CC BY 4.0), the most people first, one a line:
 * `normalized name ⇥ name ⇥ latitude ⇥ longitude ⇥ country code ⇥ administrative area`. Each line begins with a line feed.
 * Some 10 MB, outside the heap, made in a thread while other requests are answered.
 */
export async function readGazetteer(): Promise<Buffer> {
  const thread = startThread(import.meta.url, "gazetteer-thread", {});
  const [lines]: Uint8Array<ArrayBuffer>[] = await once(thread, "message");
  if (!lines) throw new Error("the gazetteer thread sent nothing");
  return Buffer.from(lines.buffer);
}
