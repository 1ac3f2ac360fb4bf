import type { PointRecord } from "./record.ts";
import { write } from "./storage.ts";

/**
 * Puts a data point from a rescue bundle into the outbox, with its photos, unless one with its id is there already.
 * @returns whether it was put there
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
    // It was discarded, and is wanted again.
    await transaction.deleteWithdrawal(point.id);
    return true;
  });
}
