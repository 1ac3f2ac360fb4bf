import * as z from "zod/mini";
import { photoBytesMax, rescuePointsMax } from "../../../contract/limits.ts";
import { type RescuePoint, rescueManifestName, rescuePointSchema, rescueVersion } from "../../../contract/rescue.ts";
import type { KeptPhoto } from "../../outbox/record.ts";
import { restorePoint } from "../../outbox/saved-records.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import { pointFromManifest } from "./manifest.ts";
import { EntryTooLargeError, type OpenZip, openZip } from "./zip.ts";

/** Why a bundle cannot be restored. */
type BundleProblem = "not_a_bundle" | "newer_version" | "other_account";

export class BundleProblemError extends Error {
  constructor(
    readonly problem: BundleProblem,
    /** The owner, for `other_account`. */
    readonly account = "",
  ) {
    super(problem);
  }
}

/** Why one of its data points cannot be restored. */
type PointProblem = "unreadable" | "photo_missing" | "photo_changed" | "photo_too_large";

export type PutBackRow = {
  id: string;
  questName: string;
  result: "restored" | "known" | "refused";
  problem?: PointProblem;
  /** The affected file of the zip. */
  file?: string;
};

const manifestBytesMax = 50_000_000;
const manifestSchema = z.object({
  version: z.number(),
  account: z.string(),
  points: z.array(z.unknown()).check(z.maxLength(rescuePointsMax)),
});

/**
 * Restores the data points of a bundle to this device's outbox, each independently.
 * @throws BundleProblemError, OutboxFullError, DatabaseUnavailableError
 */
export async function putBack(
  file: Blob,
  account: string,
  onProgress: (share: number) => void = () => {},
): Promise<PutBackRow[]> {
  const zip = await openZip(file).catch(() => {
    throw new BundleProblemError("not_a_bundle");
  });
  try {
    const manifest = await readManifest(zip);
    if (manifest.version !== rescueVersion) throw new BundleProblemError("newer_version");
    if (manifest.account !== account) throw new BundleProblemError("other_account", manifest.account);
    const rows: PutBackRow[] = [];
    for (const [index, entry] of manifest.points.entries()) {
      rows.push(await putBackPoint(zip, entry, account));
      onProgress((index + 1) / manifest.points.length);
    }
    return rows;
  } finally {
    await zip.close();
  }
}

async function readManifest(zip: OpenZip): Promise<z.infer<typeof manifestSchema>> {
  try {
    const text = await (await zip.read(rescueManifestName, manifestBytesMax)).text();
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BundleProblemError("not_a_bundle");
  }
}

async function putBackPoint(zip: OpenZip, entry: unknown, account: string): Promise<PutBackRow> {
  const parsed = rescuePointSchema.safeParse(entry);
  if (!parsed.success) return { ...namesOf(entry), result: "refused", problem: "unreadable" };
  const point = parsed.data;
  const row = namesOf(point);
  const photos: Record<string, File> = {};
  const kept: KeptPhoto[] = [];
  for (const photo of point.photos) {
    const found = await readPhoto(zip, photo, point);
    if (typeof found === "string") return { ...row, result: "refused", problem: found, file: photo.file };
    photos[photo.key] = found;
    kept.push({
      key: photo.key,
      name: found.name,
      type: found.type,
      sizeBytes: found.size,
      sha256: photo.sha256.toLowerCase(),
      takenAtMs: found.lastModified,
    });
  }
  const isNew = await restorePoint({ ...pointFromManifest(point, account), photos: kept }, photos);
  return { ...row, result: isNew ? "restored" : "known" };
}

/** Reads a photo and checks its hash. */
async function readPhoto(
  zip: OpenZip,
  { file, sha256 }: RescuePoint["photos"][number],
  { captured_at }: RescuePoint,
): Promise<File | PointProblem> {
  if (!zip.has(file)) return "photo_missing";
  let blob: Blob;
  try {
    blob = await zip.read(file, photoBytesMax);
  } catch (error) {
    return error instanceof EntryTooLargeError ? "photo_too_large" : "photo_changed";
  }
  if ((await sha256Of(blob)) !== sha256.toLowerCase()) return "photo_changed";
  const name = file.split("/").at(-1) ?? file;
  return new File([blob], name, {
    type: typeOf(name),
    lastModified: captured_at === null ? Date.now() : Date.parse(captured_at),
  });
}

const types: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
  webm: "audio/webm",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  pdf: "application/pdf",
};

/** Empty for an unknown type: the server detects it. */
const typeOf = (name: string) => types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "";

/** Reads id and quest name even from an invalid entry. */
function namesOf(entry: unknown): { id: string; questName: string } {
  const { id, quest_name } = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
  return { id: typeof id === "string" ? id : "", questName: typeof quest_name === "string" ? quest_name : "" };
}
