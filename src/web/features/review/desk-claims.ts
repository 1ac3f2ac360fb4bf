import { claimMs } from "../../../contract/desk-limits.ts";
import { claimSamples, releaseClaims } from "../../foundation/api/samples.ts";

/** Passing by claims nothing. */
const settleMs = 400;
const againMs = claimMs / 2;

/** Claims the open samples while the page is visible, and knows the claims of other reviewers. */
export class DeskClaims {
  /** Reviewers by sample id. */
  others: ReadonlyMap<string, string> = new Map();
  readonly #onChange: () => void;
  #wanted = "";
  #hasClaimed = false;
  #first: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setInterval> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  hold(ids: readonly string[]): void {
    const wanted = ids.join(" ");
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#schedule();
  }

  start(): () => void {
    const claim = () => void this.#claim();
    const release = () => this.#release();
    this.#schedule();
    document.addEventListener("visibilitychange", claim);
    window.addEventListener("pagehide", release);
    return () => {
      clearTimeout(this.#first);
      clearInterval(this.#again);
      document.removeEventListener("visibilitychange", claim);
      window.removeEventListener("pagehide", release);
      this.#release();
    };
  }

  #schedule(): void {
    clearTimeout(this.#first);
    clearInterval(this.#again);
    this.#first = setTimeout(() => void this.#claim(), settleMs);
    this.#again = setInterval(() => void this.#claim(), againMs);
  }

  async #claim(): Promise<void> {
    const wanted = this.#wanted;
    if (document.visibilityState === "hidden" || (wanted === "" && !this.#hasClaimed)) return;
    this.#hasClaimed = wanted !== "";
    const claims = await claimSamples(wanted === "" ? [] : wanted.split(" ")).catch(() => undefined);
    if (!claims || wanted !== this.#wanted) return;
    this.others = new Map(claims.flatMap((each) => (each.is_mine ? [] : [[each.id, each.claimed_by] as const])));
    this.#onChange();
  }

  #release(): void {
    if (!this.#hasClaimed) return;
    this.#hasClaimed = false;
    void releaseClaims();
  }
}
