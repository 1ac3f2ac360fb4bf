import { announceChange } from "./changes.ts";
import type { PointRecord } from "./record.ts";
import { photoKey, write } from "./storage.ts";

/**
 * Puts a data point from a rescue bundle into the outbox, with its photos, unless one with its id is there already.
 * @returns whether it was put there
 * @throws OutboxFullError, OutboxUnavailableError
 */
export async function restorePoint(point: PointRecord, photos: Readonly<Record<string, File>>): Promise<boolean> {
  const isNew = await write(async (transaction) => {
    const records = await transaction.objectStore("records").index("by-account").getAll(point.account);
    const isKnown = records.some(
      (record) => record.kind === "point" && (record.id === point.id || record.supersededIds.includes(point.id)),
    );
    if (isKnown) return false;
    await transaction.objectStore("records").put(point);
    for (const [key, photo] of Object.entries(photos)) {
      await transaction.objectStore("photos").put({ account: point.account, photo }, photoKey(point.localId, key));
    }
    return true;
  });
  if (isNew) announceChange();
  return isNew;
}
