import { DomainError } from "../refusals/domain-error.ts";

/** Counts what is added under a key until its window ends, for all processes. */
type Counts = { add(key: string, windowMs: number, amount: number): { requests: number; windowEndsInMs: number } };

const dayMs = 24 * 60 * 60 * 1000;
/** Counts are whole numbers of at most 2^31. */
const bytesOfUnit = 1_000;

/** How many bytes one account may send within a day, so that nobody fills the disk alone. */
export class UploadQuota {
  readonly #counts: Counts;
  readonly #bytesPerDay: number;

  constructor(counts: Counts, bytesPerDay: number) {
    this.#counts = counts;
    this.#bytesPerDay = bytesPerDay;
  }

  /**
   * @param bytes that are announced
   * @throws DomainError `upload_quota_exhausted`, with the seconds until the account's day ends
   */
  requireLeft(username: string, bytes = 1): void {
    this.#requireWithin(this.#add(username, 0), bytes);
  }

  /** Counts what was stored already. */
  count(username: string, bytes: number): void {
    this.#add(username, Math.ceil(bytes / bytesOfUnit));
  }

  /** What one request takes of it. */
  begin(username: string): QuotaShare {
    return new QuotaShare((units) => {
      const counted = this.#add(username, units);
      if (units > 0) this.#requireWithin(counted, 0);
    });
  }

  #add(username: string, units: number) {
    return this.#counts.add(`uploads of ${username}`, dayMs, units);
  }

  #requireWithin({ requests, windowEndsInMs }: ReturnType<Counts["add"]>, moreBytes: number): void {
    if (requests * bytesOfUnit + moreBytes <= this.#bytesPerDay) return;
    throw new DomainError("upload_quota_exhausted", { retryAfterSeconds: Math.ceil(windowEndsInMs / 1000) });
  }
}

/** Bytes of one request, counted while they come, and given back where nothing of them is kept. */
export class QuotaShare {
  readonly #take: (units: number) => void;
  #bytes = 0;
  #units = 0;

  constructor(take: (units: number) => void) {
    this.#take = take;
  }

  /** @throws DomainError `upload_quota_exhausted`; these bytes are counted all the same */
  add(bytes: number): void {
    this.#bytes += bytes;
    const more = Math.ceil(this.#bytes / bytesOfUnit) - this.#units;
    this.#units += more;
    if (more > 0) this.#take(more);
  }

  giveBack(): void {
    if (this.#units > 0) this.#take(-this.#units);
    this.#bytes = 0;
    this.#units = 0;
  }
}
