import { DomainError } from "../refusals/domain-error.ts";

/** Counts what is added under a key until its window ends, for all processes. */
type Counts = { add(key: string, windowMs: number, amount: number): { requests: number; windowEndsInMs: number } };

const dayMs = 24 * 60 * 60 * 1000;
/** Counts are whole numbers of at most 2^31. */
const bytesOfUnit = 1_000;

/** How many bytes of photos one adventurer may add within a day, so that nobody fills the store alone. */
export class UploadQuota {
  readonly #counts: Counts;
  readonly #bytesPerDay: number;

  constructor(counts: Counts, bytesPerDay: number) {
    this.#counts = counts;
    this.#bytesPerDay = bytesPerDay;
  }

  /** @throws DomainError `upload_quota_exhausted`, with the seconds until the day of this adventurer ends. */
  requireLeft(username: string): void {
    const { requests, windowEndsInMs } = this.#counts.add(keyOf(username), dayMs, 0);
    if (requests * bytesOfUnit < this.#bytesPerDay) return;
    throw new DomainError("upload_quota_exhausted", { retryAfterSeconds: Math.ceil(windowEndsInMs / 1000) });
  }

  /** Counts a photo that was stored. */
  count(username: string, bytes: number): void {
    this.#counts.add(keyOf(username), dayMs, Math.ceil(bytes / bytesOfUnit));
  }
}

function keyOf(username: string): string {
  return `uploads of ${username}`;
}
