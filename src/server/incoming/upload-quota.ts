import { dirname } from "node:path";
import { DomainError } from "../refusals/domain-error.ts";
import { roomIn } from "./disk-room.ts";

/** Counts units under a key until its window ends, across all processes. */
type Counts = { add(key: string, windowMs: number, amount: number): { requests: number; windowEndsInMs: number } };

const dayMs = 24 * 60 * 60 * 1000;
/** Counts are integers of at most 2^31. */
const bytesOfUnit = 1_000;
/** Processes learn from the database when a day began. */
const dayBeginsWithinMs = 60_000;

/** Limits the bytes per account and day, so that nobody fills the disk alone. */
export class UploadQuota {
  constructor(
    private readonly counts: Counts,
    private readonly bytesPerDay: number,
  ) {}

  /**
   * @param bytes announced
   * @throws DomainError `upload_quota_exhausted`, with the seconds until the account's day ends
   */
  requireLeft(username: string, bytes = 1): void {
    this.#requireWithin(this.#add(username, 0), bytes);
  }

  count(username: string, bytes: number): void {
    this.#add(username, Math.ceil(bytes / bytesOfUnit));
  }

  begin(username: string): QuotaShare {
    const begunAtMs = Date.now();
    return new QuotaShare((units) => {
      if (units < 0 && !this.#isOfThisDay(username, begunAtMs)) return;
      const counted = this.#add(username, units);
      if (units > 0) this.#requireWithin(counted, 0);
    });
  }

  /** What was counted yesterday and is given back today would be a gift. */
  #isOfThisDay(username: string, begunAtMs: number): boolean {
    const { windowEndsInMs } = this.#add(username, 0);
    return begunAtMs > Date.now() + windowEndsInMs - dayMs - dayBeginsWithinMs;
  }

  #add(username: string, units: number) {
    return this.counts.add(`uploads of ${username}`, dayMs, units);
  }

  #requireWithin({ requests, windowEndsInMs }: ReturnType<Counts["add"]>, moreBytes: number): void {
    if (requests * bytesOfUnit + moreBytes <= this.bytesPerDay) return;
    throw new DomainError("upload_quota_exhausted", { retryAfterSeconds: Math.ceil(windowEndsInMs / 1000) });
  }
}

/** Counts the bytes of a request as they arrive, and gives them back if nothing is kept. */
export class QuotaShare {
  #bytes = 0;
  #units = 0;

  constructor(private readonly take: (units: number) => void) {}

  /** @throws DomainError `upload_quota_exhausted`; these bytes count as well */
  add(bytes: number): void {
    this.#bytes += bytes;
    const more = Math.ceil(this.#bytes / bytesOfUnit) - this.#units;
    this.#units += more;
    if (more > 0) this.take(more);
  }

  /** By default, all of them. */
  giveBack(bytes = this.#bytes): void {
    this.#bytes = Math.max(0, this.#bytes - bytes);
    const fewer = this.#units - Math.ceil(this.#bytes / bytesOfUnit);
    this.#units -= fewer;
    if (fewer > 0) this.take(-fewer);
  }
}

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
