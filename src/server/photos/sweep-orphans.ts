import { originalKeyOf } from "./derivatives/photo-derivatives.ts";
import type { PhotoStore } from "./store/photo-store.ts";

const batchSize = 500;
/** Every upload has been answered by then, so an original that no row names is not needed. */
const oldEnoughMs = 24 * 60 * 60 * 1000;

export type SweepOptions = {
  store: PhotoStore;
  /** Which of these keys of originals are named by a row; at most 500 are asked for at a time. */
  isReferenced: (originalKeys: readonly string[]) => Promise<Set<string>>;
  nowMs?: number;
};

/** Removes originals older than a day that no row names, and the pictures made of them. Returns how many objects went. */
export async function sweepOrphans({ store, isReferenced, nowMs = Date.now() }: SweepOptions): Promise<number> {
  let removed = 0;
  const sweepBatch = async (keys: readonly string[]) => {
    const referenced = await isReferenced([...new Set(keys.map(originalKeyOf))]);
    for (const key of keys) {
      if (referenced.has(originalKeyOf(key))) continue;
      await store.delete(key);
      removed++;
    }
  };
  let batch: string[] = [];
  for await (const { key, modifiedAt } of store.list("")) {
    // covers are deleted by whoever replaces them
    if (key.startsWith("covers/")) continue;
    if (nowMs - modifiedAt.getTime() < oldEnoughMs) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    await sweepBatch(batch);
    batch = [];
  }
  if (batch.length > 0) await sweepBatch(batch);
  return removed;
}
