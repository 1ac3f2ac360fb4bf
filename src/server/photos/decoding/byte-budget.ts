/** Memory that several share: who wants some waits until there is enough, in the order in which they came. */
export class ByteBudget {
  readonly #totalBytes: number;
  #freeBytes: number;
  readonly #waiting: { bytes: number; grant: () => void }[] = [];

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  /** Resolves with a function that gives the bytes back. Whoever asks for more than there is gets all of it. */
  async take(wantedBytes: number): Promise<() => void> {
    const bytes = Math.min(wantedBytes, this.#totalBytes);
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
