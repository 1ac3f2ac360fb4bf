/**
 * Chunks from the network come in any size; they are gathered in buffers of this one. An upload fills one while another
 * is being written, so it holds two at most. Larger ones make fewer writes, and yet cost Linux twice the time: its page
 * cache then looks for larger pieces of memory.
 */
export const batchBytes = 64 * 1024;

/** Enough for thirty uploads at a time; more than that get buffers that are not kept. */
const keptMax = 64;
const kept: Buffer[] = [];

/** Used buffers are taken again: fresh memory costs more than copying into memory that is at hand. */
export function takeBatch(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(batchBytes);
}

export function returnBatch(batch: Buffer): void {
  if (kept.length < keptMax) kept.push(batch);
}
