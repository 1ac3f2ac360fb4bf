import { Readable } from "node:stream";
import { parseBoundedJson } from "../../contract/bounded-json.ts";
import { photoBytesMax, rescueBytesMax, rescuePointBytesMax, rescuePointsMax } from "../../contract/limits.ts";
import { rescueFrameSchema, rescueManifestName, rescueVersion } from "../../contract/rescue.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import { saying } from "../../texts/saying.ts";
import { type OpenedZip, openZip, type ZipLimits } from "../files/zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { ReceivedBundle } from "./receive-bundle.ts";

const manifestBytesMax = 20_000_000;
/** Text unpacks to about ten times its size; a small bundle may list many missing photos. */
const manifestBytesMin = 1_000_000;
const manifestBytesPerByte = 20;
const manifestLimits = { points: rescuePointsMax, pointBytes: rescuePointBytesMax, frameBytes: 100_000 };
const frameDepth = 4;
const entryCountMax = rescuePointsMax * (1 + fileFieldCountMax) + 100;
const zipRefusals: ZipLimits["refusals"] = {
  unreadable: "rescue_unreadable.zip",
  encrypted: "rescue_unreadable.encrypted",
  same_name: "rescue_unreadable.sameName",
  too_many_entries: "rescue_too_large",
  too_large: "rescue_too_large.unpacked",
};
/** Photos hardly grow when unpacked; the manifest may. */
const unpackedPerByte = 3;

export type OpenedBundle = Disposable & {
  account: string;
  /** Unparsed JSON of each point; cut off beyond its limit if too long. */
  points: Buffer[];
  /**
   * Unpacks a photo by its path in the ZIP as it is read.
   * @throws DomainError `photo_required`, `photo_too_large`, `rescue_too_large`; while reading `photo_unreadable`
   */
  openPhoto(path: string): Promise<Readable>;
};

export async function openBundle({ path, sizeBytes }: ReceivedBundle): Promise<OpenedBundle> {
  let unpackedBytesLeft = Math.min(rescueBytesMax, unpackedPerByte * sizeBytes + manifestBytesMax);
  const limits = { entries: entryCountMax, unpackedBytes: unpackedBytesLeft, refusals: zipRefusals };
  const zip = await openZip(path, limits);
  const { account, points } = await readManifest(zip, sizeBytes).catch((error) => {
    zip.close();
    throw error;
  });
  const openPhoto = async (name: string) => {
    const photoBytes = zip.sizeOf(name);
    if (photoBytes === undefined) throw new DomainError("photo_required.inBundle");
    if (photoBytes > photoBytesMax) {
      throw new DomainError(saying("refusals.photo_too_large", { megabytes: photoBytesMax / 1_000_000 }));
    }
    // Several points may name the same file.
    unpackedBytesLeft -= photoBytes;
    if (unpackedBytesLeft < 0) throw new DomainError("rescue_too_large.unpacked");
    return Readable.from(orDamaged(zip, name), { objectMode: false });
  };
  return { account, points, openPhoto, [Symbol.dispose]: () => zip.close() };
}

async function readManifest(zip: OpenedZip, bundleBytes: number): Promise<{ account: string; points: Buffer[] }> {
  const manifestBytes = zip.sizeOf(rescueManifestName);
  if (manifestBytes === undefined) throw new DomainError("rescue_unreadable.noManifest");
  const bytesMax = Math.min(manifestBytesMax, Math.max(manifestBytesMin, manifestBytesPerByte * bundleBytes));
  if (manifestBytes > bytesMax) throw new DomainError("rescue_too_large");
  const { frame, points } = await cutManifest(zip);
  const manifest = parseFrame(frame);
  const { success, data } = rescueFrameSchema.safeParse(manifest);
  if (!success) {
    const { version } = Object(manifest) as { version?: unknown };
    const isOther = typeof version === "number" && version !== rescueVersion;
    throw new DomainError(isOther ? "rescue_unreadable.version" : "rescue_unreadable.manifest");
  }
  if (data.points.length > rescuePointsMax) {
    throw tooManyPoints();
  }
  return { account: data.account, points: data.points.map((each) => pointOf(each, points)) };
}

/** Piece by piece, so that it doesn't block the process. */
async function cutManifest(zip: OpenedZip): Promise<{ frame: Buffer; points: readonly Buffer[] }> {
  const cutter = new ManifestCutter(manifestLimits);
  try {
    for await (const bytes of await zip.open(rescueManifestName)) cutter.add(bytes as Buffer);
  } catch (cause) {
    if (!(cause instanceof CutError)) throw new DomainError(zipRefusals.unreadable, { cause });
    throw cause.limit === "points" ? tooManyPoints() : new DomainError("rescue_too_large", { cause });
  }
  return cutter.end();
}

/** In the frame, an index in a list stands for a point; anything else is not an object. */
const pointOf = (inFrame: unknown, points: readonly Buffer[]): Buffer =>
  (Array.isArray(inFrame) && points[inFrame[0]]) || Buffer.from(JSON.stringify(inFrame));

function parseFrame(bytes: Buffer): unknown {
  try {
    const bounds = { length: bytes.length, depth: frameDepth, values: 10 * rescuePointsMax };
    return parseBoundedJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), bounds);
  } catch (cause) {
    throw new DomainError("rescue_unreadable.manifestJson", { cause });
  }
}

/** Errors while unpacking concern only this photo. */
async function* orDamaged(zip: OpenedZip, name: string): AsyncGenerator<Buffer> {
  try {
    yield* await zip.open(name);
  } catch (cause) {
    throw new DomainError("photo_unreadable.inBundle", { cause });
  }
}

const tooManyPoints = () => new DomainError(saying("refusals.rescue_too_large.points", { count: rescuePointsMax }));

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
