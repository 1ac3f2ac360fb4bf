import { type Fix, locateOnce, NoFixError, positionOptions, refusedCode, toFix } from "./fixes.ts";
import { bestFixOf, staleAfterMs } from "./moment-rules.ts";

/** `off`: not asked for yet. `refused`: the user or the device said no. `failed`: no position so far. */
export type PositionStatus = "off" | "searching" | "found" | "refused" | "failed" | "unavailable";

export type PositionNow = {
  status: PositionStatus;
  /** The best one of now, or a remembered one until there is any. */
  fix: Fix | undefined;
  highAccuracy: boolean;
};

/** Follows the device's position, so that it can settle while the tree is photographed and measured. */
export class LivePosition {
  readonly #onFix: (fix: Fix) => void;
  readonly #onChange: (now: PositionNow) => void;
  #now: PositionNow;
  #recent: readonly Fix[] = [];
  #isOpen = false;
  #watchId: number | undefined;
  #isAsking = false;

  constructor(
    highAccuracy: boolean,
    { onFix, onChange }: { onFix: (fix: Fix) => void; onChange: (now: PositionNow) => void },
  ) {
    this.#now = { status: navigator.geolocation ? "off" : "unavailable", fix: undefined, highAccuracy };
    this.#onFix = onFix;
    this.#onChange = onChange;
  }

  get now(): PositionNow {
    return this.#now;
  }

  /** Those that came in the last half minute. */
  get recent(): readonly Fix[] {
    return this.#recent;
  }

  /** Watches at once where the user has allowed it before, so that nobody is made to ask again. */
  open(): void {
    this.#isOpen = true;
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => {
        if (!this.#isOpen) return;
        if (state === "granted") this.#startWatch();
        if (state === "denied") this.#set({ status: "refused" });
      })
      .catch(() => {});
  }

  close(): void {
    this.#isOpen = false;
    this.#endWatch();
  }

  /** Begins to watch; the browser may ask the user. Once more after a refusal asks again. */
  watch(): void {
    this.#search();
    this.#startWatch();
  }

  /** Asks for a fix of now, which comes as every other one does. */
  ask(): void {
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    // While one watches a device that does not move, Chromium has nothing new to say to anybody: it is asked afresh.
    this.#endWatch();
    this.#search();
    try {
      this.#take(await locateOnce(this.#now.highAccuracy));
      this.#startWatch();
    } catch (error) {
      if (!navigator.geolocation) return;
      const isRefused = error instanceof NoFixError && error.isRefused;
      this.#set({ status: isRefused ? "refused" : "failed" });
      if (!isRefused) this.#startWatch();
    } finally {
      this.#isAsking = false;
    }
  }

  /** The next data point is elsewhere: waits for another fix. */
  moveOn(): void {
    this.#recent = [];
    this.#set({ fix: undefined, status: this.#now.status === "found" ? "searching" : this.#now.status });
  }

  setHighAccuracy(highAccuracy: boolean): void {
    this.#set({ highAccuracy });
    if (this.#watchId !== undefined) this.#startWatch();
  }

  #startWatch(): void {
    this.#endWatch();
    if (!this.#isOpen || !navigator.geolocation?.watchPosition) return;
    if (this.#now.status === "off") this.#set({ status: "searching" });
    const askedAtMs = Date.now();
    this.#watchId = navigator.geolocation.watchPosition(
      (position) => this.#take(toFix(position, askedAtMs)),
      ({ code }) => {
        // A fix that was had stays; its age tells.
        if (this.#now.status !== "found") this.#set({ status: code === refusedCode ? "refused" : "failed" });
      },
      positionOptions(this.#now.highAccuracy),
    );
  }

  #endWatch(): void {
    if (this.#watchId !== undefined) navigator.geolocation.clearWatch(this.#watchId);
    this.#watchId = undefined;
  }

  #search(): void {
    const { status } = this.#now;
    if (status !== "found" && status !== "unavailable") this.#set({ status: "searching" });
  }

  #take(incoming: Fix): void {
    this.#recent = [
      ...this.#recent.filter(({ fixedAtMs }) => incoming.fixedAtMs - fixedAtMs <= staleAfterMs),
      incoming,
    ];
    this.#set({ status: "found", fix: bestFixOf(this.#recent, incoming.fixedAtMs) ?? incoming });
    this.#onFix(incoming);
  }

  #set(changed: Partial<PositionNow>): void {
    this.#now = { ...this.#now, ...changed };
    this.#onChange(this.#now);
  }
}
