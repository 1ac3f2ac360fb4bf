/** Between two uploads of one volunteer passes less than this; then it is no time yet for other work. */
const calmMs = 500;

/** The part of a `ServerResponse` that tells when its connection is gone. */
export type UploadConnection = {
  readonly closed: boolean;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
};

/**
 * Knows whether uploads to this process are on their way, so that work without hurry (thumbnails) in the same process can
 * wait for them: the volunteer in the field comes first.
 */
export class UploadTraffic {
  #running = 0;
  #lastEndedAtMs = Number.NEGATIVE_INFINITY;
  /** Since then there was no calm. */
  #busySinceMs = 0;

  get runningCount(): number {
    return this.#running;
  }

  /**
   * Counts an upload until it has ended or its connection is closed, whichever comes first: reading a request that
   * was cut off may never end.
   */
  async during<T>(connection: UploadConnection, upload: () => Promise<T>): Promise<T> {
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
   * Resolves when no upload has been running for half a second, and in any case when there has been none of that calm for
   * `maxBusyMs`: however much work waits, one slow upload keeps all of it waiting that long and no longer.
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
