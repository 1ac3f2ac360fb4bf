import { Readable } from "node:stream";
import { parseBoundedJson } from "../../contract/bounded-json.ts";
import { photoBytesMax, rescueBytesMax, rescuePointBytesMax, rescuePointsMax } from "../../contract/limits.ts";
import { rescueFrameSchema, rescueManifestName, rescueVersion } from "../../contract/rescue.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";
import { type OpenedZip, openZipFile, ZipError, type ZipFault } from "../zip/open-zip.ts";
import { CutError, ManifestCutter } from "./cut-manifest.ts";
import type { ReceivedBundle } from "./receive-bundle.ts";

const manifestBytesMax = 20_000_000;
/** Text becomes some ten times as long when it is unpacked; a small bundle may be of many photos that are missing. */
const manifestBytesMin = 1_000_000;
const manifestBytesPerByte = 20;
const manifestLimits = { points: rescuePointsMax, pointBytes: rescuePointBytesMax, frameBytes: 100_000 };
const frameDepth = 4;
const entryCountMax = rescuePointsMax * (1 + photoFieldCountMax) + 100;
/** Photos do not become much larger when they are unpacked; the manifest may. */
const unpackedPerByte = 3;

/** A bundle whose file is closed when it goes out of scope. */
export type OpenedBundle = Disposable & {
  account: string;
  /** The JSON of each, not read yet; of one that is too long its beginning, longer than it may be. */
  points: Buffer[];
  /**
   * The bytes of a photo, by its path in the zip, unpacked as they are read.
   * @throws DomainError `photo_required`, `photo_too_large`, `rescue_too_large`; while it is read `photo_unreadable`
   */
  openPhoto(path: string): Promise<Readable>;
};

/**
 * Opens a bundle and reads its manifest.
 * @throws DomainError `rescue_unreadable`, `rescue_too_large`
 */
export async function openBundle({ path, sizeBytes }: ReceivedBundle): Promise<OpenedBundle> {
  let unpackedBytesLeft = Math.min(rescueBytesMax, unpackedPerByte * sizeBytes + manifestBytesMax);
  const zip = await orRefused(openZipFile(path, { entries: entryCountMax, unpackedBytes: unpackedBytesLeft }));
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
    // One file may be named many times.
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
  const { frame, points } = await orRefused(cutManifest(zip));
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

/** Piece by piece, as it is unpacked: others are served in between. */
async function cutManifest(zip: OpenedZip): Promise<{ frame: Buffer; points: readonly Buffer[] }> {
  const cutter = new ManifestCutter(manifestLimits);
  try {
    for await (const bytes of await zip.open(rescueManifestName)) cutter.add(bytes as Buffer);
  } catch (cause) {
    if (!(cause instanceof CutError)) throw new ZipError("unreadable", { cause });
    throw cause.limit === "points" ? tooManyPoints() : new DomainError("rescue_too_large", { cause });
  }
  return cutter.end();
}

/** What stands in the frame for a point is its number in a list; what is no object stands there itself. */
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

/** Whatever the zip's reader says of one photo is said of that photo alone. */
async function* orDamaged(zip: OpenedZip, name: string): AsyncGenerator<Buffer> {
  try {
    yield* await zip.open(name);
  } catch (cause) {
    throw new DomainError("photo_unreadable.inBundle", { cause });
  }
}

const tooManyPoints = () => new DomainError(saying("refusals.rescue_too_large.points", { count: rescuePointsMax }));

const refusalOfFault: Record<ZipFault, Refusal> = {
  unreadable: "rescue_unreadable.zip",
  encrypted: "rescue_unreadable.encrypted",
  same_name: "rescue_unreadable.sameName",
  too_many_entries: "rescue_too_large",
  too_large: "rescue_too_large.unpacked",
};

async function orRefused<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof ZipError ? new DomainError(refusalOfFault[cause.fault], { cause }) : cause;
  }
}
