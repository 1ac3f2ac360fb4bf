/** Exchanges at once. */
const placesMax = 48;
/** The places of one host that has always answered quickly. */
const placesOfHostMax = 16;
/** All hosts that haven't answered yet, or were slow, share these. */
const placesOfUnproven = 32;
const quickMs = 1_000;
const knownMax = 1_000;

/** Hosts that no further exchange may begin with; with `only`, all others as well. */
export type ClosedHosts = { except: string[]; only?: string[] };

/**
 * Shares out the exchanges with hosts that strangers name, so that slow ones don't delay others. A host has one place, and one more
 * with each quick answer; a slow answer, or none, takes them away.
 */
export class HostPlaces {
  readonly #taken = new Map<string, number>();
  /** Quick answers in a row. */
  readonly #streaks = new Map<string, number>();

  get isFull(): boolean {
    return this.#sum() >= placesMax;
  }

  /** Ends with the function that it returns. */
  take(host: string): () => void {
    this.#taken.set(host, (this.#taken.get(host) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#taken.get(host) ?? 0) - 1;
      if (left > 0) this.#taken.set(host, left);
      else this.#taken.delete(host);
    };
  }

  /** How long a host took to answer; undefined if it didn't. */
  note(host: string, answeredMs: number | undefined): void {
    const streak = answeredMs !== undefined && answeredMs < quickMs ? (this.#streaks.get(host) ?? 0) + 1 : 0;
    // The last one in the map was heard of last.
    this.#streaks.delete(host);
    if (streak > 0) this.#streaks.set(host, streak);
    const [oldest] = this.#streaks.keys();
    if (this.#streaks.size > knownMax && oldest !== undefined) this.#streaks.delete(oldest);
  }

  closed(): ClosedHosts {
    const except = [...this.#taken].flatMap(([host, taken]) => (taken >= this.#allowed(host) ? [host] : []));
    const isUnproven = (host: string) => !this.#streaks.has(host);
    return this.#sum(isUnproven) < placesOfUnproven ? { except } : { except, only: [...this.#streaks.keys()] };
  }

  #allowed(host: string): number {
    return Math.min(placesOfHostMax, 1 + (this.#streaks.get(host) ?? 0));
  }

  #sum(counts: (host: string) => boolean = () => true): number {
    return [...this.#taken].reduce((sum, [host, taken]) => sum + (counts(host) ? taken : 0), 0);
  }
}

/** The same host that the database computes for jobs; see `sqlHostOf`. */
export const hostOf = (address: string): string => (address.split("/")[2] ?? "").toLowerCase();
