import type { Readable } from "node:stream";

/** Splits a request's bytes into chunks. If the request breaks off, it still returns what arrived. */
export class IncomingBytes {
  readonly #pieces: AsyncIterator<Buffer>;
  #next: Promise<Buffer | undefined>;
  #error: unknown;

  constructor(stream: Readable) {
    this.#pieces = stream.iterator({ destroyOnReturn: false });
    this.#next = this.#pull();
  }

  async hasMore(): Promise<boolean> {
    return (await this.#next) !== undefined;
  }

  /** Returns bytes until there are `maxBytes` or a little more, or `maxMs` have passed. */
  async *take(maxBytes: number, maxMs: number): AsyncGenerator<Buffer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, maxMs, undefined);
    });
    try {
      for (let bytes = 0; bytes < maxBytes; ) {
        const piece = await Promise.race([this.#next, late]);
        if (piece === undefined) return;
        this.#next = this.#pull();
        bytes += piece.length;
        yield piece;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  requireWhole(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  async #pull(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#pieces.next();
      return done ? undefined : value;
    } catch (error) {
      this.#error = error;
      return undefined;
    }
  }
}
