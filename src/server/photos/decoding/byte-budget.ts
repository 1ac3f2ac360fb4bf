/** A shared amount of memory. Tasks that don't fit wait in order. */
export class ByteBudget {
  #freeBytes: number;
  readonly #waiting: { bytes: number; grant: () => void }[] = [];

  constructor(private readonly totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** Resolves with a function that returns the bytes. More than the total counts as the total. */
  async take(wantedBytes: number): Promise<() => void> {
    const bytes = Math.min(wantedBytes, this.totalBytes);
    await new Promise<void>((grant) => {
      this.#waiting.push({ bytes, grant });
      this.#grantNext();
    });
    return () => {
      this.#freeBytes += bytes;
      this.#grantNext();
    };
  }

  #grantNext(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#freeBytes; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#freeBytes -= next.bytes;
      next.grant();
    }
  }
}
