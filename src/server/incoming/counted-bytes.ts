import { dirname } from "node:path";
import { roomIn } from "./disk-room.ts";
import type { QuotaShare } from "./upload-quota.ts";

/**
 * The stage of a pipeline through which every byte goes that somebody sends and a disk takes.
 * @param path of the file that they go to
 * @param share where they are counted; absent for bytes that were counted when they came
 * @throws DomainError `upload_quota_exhausted`, `storage_full`, as soon as that is so
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
