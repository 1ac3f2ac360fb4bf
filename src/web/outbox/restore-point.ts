import type { PointRecord } from "./record.ts";
import { write } from "./storage.ts";

/**
 * Restores a data point and its photos from a rescue bundle, unless its id already exists.
 * @returns whether it was restored
 * @throws OutboxFullError, OutboxUnavailableError
 */
export async function restorePoint(point: PointRecord, photos: Readonly<Record<string, File>>): Promise<boolean> {
  return write(async (transaction) => {
    const records = await transaction.recordsOf(point.account);
    const isKnown = records.some(
      (record) => record.kind === "point" && (record.id === point.id || record.supersededIds.includes(point.id)),
    );
    if (isKnown) return false;
    await transaction.putRecord(point);
    for (const [key, photo] of Object.entries(photos)) {
      await transaction.putPhoto(point.account, point.localId, key, photo);
    }
    // The volunteer may have discarded it before.
    await transaction.deleteWithdrawal(point.id);
    return true;
  });
}
