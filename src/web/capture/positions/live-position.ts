import { type Fix, locateOnce, NoFixError, positionOptions, refusedCode, toFix } from "../fixes/fixes.ts";
import { bestFixOf, staleAfterMs } from "./moment-rules.ts";

/** `off`: not requested yet. `refused`: the user or the device denied it. `failed`: no position so far. */
export type PositionStatus = "off" | "searching" | "found" | "refused" | "failed" | "unavailable";

export type PositionNow = {
  status: PositionStatus;
  /** The best current fix, or a remembered one until then. */
  fix: Fix | undefined;
  highAccuracy: boolean;
};

/** Watches the device's position, so that it can settle while the volunteer measures. */
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

  /** Fixes of the last half minute. */
  get recent(): readonly Fix[] {
    return this.#recent;
  }

  /** Starts watching at once if the user has already granted permission. */
  open(): void {
    this.#isOpen = true;
    document.addEventListener("visibilitychange", this);
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => {
        if (!this.#isOpen) return;
        if (state === "granted") this.#startWatch();
        if (state === "denied") this.#set({ status: "refused" });
      })
      .catch(() => {});
  }

  /** iPhones end the watch of a page that was hidden, and don't say so. */
  handleEvent(): void {
    if (!document.hidden && this.#watchId !== undefined) this.#startWatch();
  }

  close(): void {
    this.#isOpen = false;
    document.removeEventListener("visibilitychange", this);
    this.#endWatch();
  }

  /** Starts watching; the browser may prompt the user. Call it again after a refusal. */
  watch(): void {
    this.#search();
    this.#startWatch();
  }

  /** Requests a current fix, which `onFix` gets. */
  ask(): void {
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    // While a watch runs, Chromium reports nothing new for a device that does not move.
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

  /** Waits for another fix for the next data point. */
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
        // Keeps the last fix; its age shows.
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
