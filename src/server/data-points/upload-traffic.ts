/**
 * Knows whether uploads are on their way, so that work without hurry (thumbnails) can stand back for them: the hand in
 * the field comes first.
 */
export class UploadTraffic {
  #running = 0;
  #waiting: (() => void)[] = [];

  async during<T>(upload: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await upload();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  /** Resolves when no upload is running, after `maxWaitMs` in any case. */
  async quiet(maxWaitMs: number): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxWaitMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
