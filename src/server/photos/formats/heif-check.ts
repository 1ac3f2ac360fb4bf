/**
 * Follows the top-level boxes of a HEIF file by their sizes: there must be `meta` and `mdat`, and every box must be
 * complete. It doesn't check the image itself.
 */
export class HeifCheck {
  #header: Buffer = Buffer.alloc(0);
  #bytesToSkip = 0n;
  #openEnded = false;
  readonly #seen = new Set<string>();
  #broken: string | undefined;

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#openEnded && !this.#broken) {
      if (this.#bytesToSkip > 0n) {
        const skipped = this.#bytesToSkip < BigInt(rest.length) ? Number(this.#bytesToSkip) : rest.length;
        this.#bytesToSkip -= BigInt(skipped);
        rest = rest.subarray(skipped);
        continue;
      }
      const wanted = this.#headerLength();
      const taken = rest.subarray(0, wanted - this.#header.length);
      this.#header = Buffer.concat([this.#header, taken]);
      rest = rest.subarray(taken.length);
      if (this.#header.length === this.#headerLength()) this.#enterBox();
    }
  }

  /** Returns the fault of the container. */
  finish(): string | undefined {
    if (this.#broken) return this.#broken;
    if (!this.#seen.has("meta") || !this.#seen.has("mdat")) return "lacks a part that every picture has";
    if (this.#bytesToSkip > 0n || this.#header.length > 0) return "ends too early";
    return undefined;
  }

  #headerLength(): number {
    return this.#header.length >= 4 && this.#header.readUInt32BE(0) === 1 ? 16 : 8;
  }

  #enterBox(): void {
    const short = this.#header.readUInt32BE(0);
    const size = short === 1 ? this.#header.readBigUInt64BE(8) : BigInt(short);
    this.#seen.add(this.#header.toString("latin1", 4, 8));
    if (short === 0) this.#openEnded = true;
    else if (size < BigInt(this.#header.length)) this.#broken = "has a part of impossible length";
    else this.#bytesToSkip = size - BigInt(this.#header.length);
    this.#header = Buffer.alloc(0);
  }
}
