const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');
/** Points are in a list, which is in the manifest. */
const pointDepth = 2;

export class CutError extends Error {
  override readonly name = "CutError";
  constructor(readonly limit: "points" | "frameBytes") {
    super(`the manifest has too many ${limit}`);
  }
}

/**
 * Splits a manifest, as its bytes arrive, into a frame and points. In the frame, `[0]` replaces the first point, `[1]`
 * the second. It doesn't parse, so that each point can be parsed by itself.
 */
export class ManifestCutter {
  readonly #frame: Buffer[] = [];
  readonly #points: Buffer[] = [];
  #frameBytes = 0;
  #point: Buffer[] = [];
  #pointBytes = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(private readonly limits: { points: number; pointBytes: number; frameBytes: number }) {}

  /** @throws CutError */
  add(bytes: Buffer): void {
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#passText(byte)) continue;
      if (byte === openList || byte === openObject) {
        if (this.#depth === pointDepth) {
          this.#keep(bytes.subarray(start, at));
          start = at;
        }
        this.#depth++;
      } else if (byte === closeList || byte === closeObject) {
        this.#depth--;
        if (this.#depth === pointDepth) {
          this.#keep(bytes.subarray(start, at + 1), { isPoint: true });
          this.#endPoint();
          start = at + 1;
        }
      }
    }
    this.#keep(bytes.subarray(start), { isPoint: this.#depth > pointDepth });
  }

  /** The frame as JSON, and the points in order. A point over the limit is cut off after it. */
  end(): { frame: Buffer; points: readonly Buffer[] } {
    return { frame: Buffer.concat(this.#frame), points: this.#points };
  }

  /** True within a text and for its quotation marks. */
  #passText(byte: number): boolean {
    if (!this.#isInText) {
      this.#isInText = byte === quote;
      return this.#isInText;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInText = false;
    return true;
  }

  #keep(bytes: Buffer, { isPoint = false } = {}): void {
    if (isPoint) {
      if (this.#pointBytes <= this.limits.pointBytes) this.#point.push(Buffer.from(bytes));
      this.#pointBytes += bytes.length;
      return;
    }
    this.#frameBytes += bytes.length;
    if (this.#frameBytes > this.limits.frameBytes) throw new CutError("frameBytes");
    this.#frame.push(Buffer.from(bytes));
  }

  #endPoint(): void {
    if (this.#points.length === this.limits.points) throw new CutError("points");
    this.#frame.push(Buffer.from(`[${this.#points.length}]`));
    this.#points.push(Buffer.concat(this.#point));
    this.#point = [];
    this.#pointBytes = 0;
  }
}
