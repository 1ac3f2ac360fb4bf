import { Readable } from "node:stream";
import { parseBoundedJson } from "../../contract/bounded-json.ts";
import { photoBytesMax, rescueBytesMax, rescuePointBytesMax, rescuePointsMax } from "../../contract/limits.ts";
import { rescueFrameSchema, rescueManifestName, rescueVersion } from "../../contract/rescue.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import { saying } from "../../texts/saying.ts";
import { type OpenedZip, openZip, type ZipLimits } from "../files/zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { CutError, ManifestCutter } from "./cut-manifest.ts";
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
