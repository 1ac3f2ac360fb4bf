import type { CallConnection } from "../http/call-costs.ts";

/** Pauses between a volunteer's uploads are shorter than this. */
const calmMs = 500;

/** Lets work that can wait (thumbnails) wait for the uploads to the same process. */
export class UploadTraffic {
  #running = 0;
  #lastEndedAtMs = Number.NEGATIVE_INFINITY;
  #busySinceMs = 0;

  get runningCount(): number {
    return this.#running;
  }

  /** Counts an upload until it ends or its connection closes: after a broken connection it may never end. */
  async during<T>(connection: CallConnection, upload: () => Promise<T>): Promise<T> {
    let isCounted = true;
    const end = (): void => {
      if (!isCounted) return;
      isCounted = false;
      this.#running -= 1;
      this.#lastEndedAtMs = performance.now();
    };
    const nowMs = performance.now();
    if (this.#running === 0 && nowMs >= this.#lastEndedAtMs + calmMs) this.#busySinceMs = nowMs;
    this.#running += 1;
    connection.once("close", end);
    if (connection.closed) end();
    try {
      return await upload();
    } finally {
      connection.off("close", end);
      end();
    }
  }

  /**
   * Resolves when no upload ran for half a second, but `maxBusyMs` after the busy period began at the latest, so that
   * one slow upload holds up all jobs only once.
   */
  async quiet(maxBusyMs: number): Promise<void> {
    for (;;) {
      const nowMs = performance.now();
      const calmAtMs = this.#running > 0 ? nowMs + calmMs : this.#lastEndedAtMs + calmMs;
      const waitMs = Math.min(calmAtMs, this.#busySinceMs + maxBusyMs) - nowMs;
      if (waitMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
