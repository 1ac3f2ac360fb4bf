/** Between two uploads of one volunteer passes less than this; then it is no time yet for other work. */
const calmMs = 500;

/**
 * Knows whether uploads are on their way, so that work without hurry (thumbnails) can stand back for them: the hand in
 * the field comes first.
 */
export class UploadTraffic {
  #running = 0;
  #lastEndedAtMs = Number.NEGATIVE_INFINITY;

  async during<T>(upload: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await upload();
    } finally {
      this.#running -= 1;
      this.#lastEndedAtMs = performance.now();
    }
  }

  /** Resolves when no upload has been running for half a second, after `maxWaitMs` in any case. */
  async quiet(maxWaitMs: number): Promise<void> {
    const giveUpAtMs = performance.now() + maxWaitMs;
    for (;;) {
      const nowMs = performance.now();
      const calmAtMs = this.#running > 0 ? nowMs + calmMs : this.#lastEndedAtMs + calmMs;
      const waitMs = Math.min(calmAtMs, giveUpAtMs) - nowMs;
      if (waitMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
