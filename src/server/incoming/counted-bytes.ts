import { dirname } from "node:path";
import { roomIn } from "./disk-room.ts";
import type { QuotaShare } from "./upload-quota.ts";

/**
 * A pipeline stage that checks quota and free space for every byte that goes to a disk.
 * @param path of the target file
 * @param share counts the bytes; absent if they were counted when they arrived
 * @throws DomainError `upload_quota_exhausted`, `storage_full`
 */
export function countedBytes(path: string, share?: QuotaShare) {
  const room = roomIn(dirname(path));
  return async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    await room.require();
    for await (const piece of pieces) {
      share?.add(piece.length);
      await room.take(piece.length);
      yield piece;
    }
  };
}
