/**
 * Cuts a manifest into what frames its points and the points themselves, as its bytes come: in the frame stands `[0]` for the
 * first, `[1]` for the second. Nothing is parsed, so that each point can be at its turn.
 */
export class ManifestCutter {
  readonly #limits: CutLimits;
  readonly #frame: Buffer[] = [];
  readonly #points: Buffer[] = [];
  #frameBytes = 0;
  #point: Buffer[] = [];
  #pointBytes = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(limits: CutLimits) {
    this.#limits = limits;
  }

  /** @throws CutError */
  add(bytes: Buffer): void {
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) this.#isInText = true;
      else if (byte === openList || byte === openObject) {
        if (this.#depth === pointDepth) {
          this.#keep(bytes.subarray(start, at));
          start = at;
        }
        this.#depth++;
      } else if (byte === closeList || byte === closeObject) {
        this.#depth--;
        if (this.#depth === pointDepth) {
          this.#keepOfPoint(bytes.subarray(start, at + 1));
          this.#endPoint();
          start = at + 1;
        }
      }
    }
    if (this.#depth > pointDepth) this.#keepOfPoint(bytes.subarray(start));
    else this.#keep(bytes.subarray(start));
  }

  /** The frame as JSON, and the points in their order; of one that is too long its beginning, longer than it may be. */
  end(): { frame: Buffer; points: readonly Buffer[] } {
    return { frame: Buffer.concat(this.#frame), points: this.#points };
  }

  #keep(bytes: Buffer): void {
    this.#frameBytes += bytes.length;
    if (this.#frameBytes > this.#limits.frameBytes) throw new CutError("frameBytes");
    this.#frame.push(Buffer.from(bytes));
  }

  #keepOfPoint(bytes: Buffer): void {
    if (this.#pointBytes <= this.#limits.pointBytes) this.#point.push(Buffer.from(bytes));
    this.#pointBytes += bytes.length;
  }

  #endPoint(): void {
    if (this.#points.length === this.#limits.points) throw new CutError("points");
    this.#frame.push(Buffer.from(`[${this.#points.length}]`));
    this.#points.push(Buffer.concat(this.#point));
    this.#point = [];
    this.#pointBytes = 0;
  }
}

export type CutLimits = { points: number; pointBytes: number; frameBytes: number };

export class CutError extends Error {
  override readonly name = "CutError";
  constructor(readonly limit: "points" | "frameBytes") {
    super(`the manifest has too many ${limit}`);
  }
}

/** A point stands in a list that stands in the manifest. */
const pointDepth = 2;
const quote = 0x22;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
