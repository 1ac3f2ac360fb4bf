import type { Readable } from "node:stream";

/** The bytes of a request, to be kept a chunk at a time; where the request breaks off, what has come is given all the same. */
export class IncomingBytes {
  readonly #pieces: AsyncIterator<Buffer>;
  #next: Promise<Buffer | undefined>;
  #error: unknown;

  constructor(stream: Readable) {
    this.#pieces = stream.iterator({ destroyOnReturn: false });
    this.#next = this.#pull();
  }

  /** Waits for a byte; false when none will come. */
  async hasMore(): Promise<boolean> {
    return (await this.#next) !== undefined;
  }

  /** What comes until it is `maxBytes` or a little more, or `maxMs` have passed. */
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

  /** Throws what ended the bytes, if it was not their end. */
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
