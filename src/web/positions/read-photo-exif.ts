import { parse } from "exifr/dist/lite.esm.mjs";
import { exifOptions, interpretTags } from "../../contract/exif-tags.ts";
import type { Position } from "../outbox/record.ts";

/** A photo's own time and position; null if unknown. */
export type PhotoOrigin = { takenAtMs: number | null; position: Position | null };

/**
 * Reads time and position from a JPEG or HEIC. A time without a zone is taken as this device's time. Damaged data reads
 * as unknown.
 */
export async function readPhotoExif(photo: Blob | ArrayBuffer): Promise<PhotoOrigin> {
  const tags: Record<string, unknown> | undefined = await parse(photo as Blob, exifOptions).catch(() => undefined);
  const { latitude, longitude, accuracyMeters, takenAt } = interpretTags(tags);
  const atMs = Date.parse(takenAt ?? "");
  const takenAtMs = Number.isNaN(atMs) ? null : atMs;
  if (latitude === undefined || longitude === undefined) return { takenAtMs, position: null };
  return {
    takenAtMs,
    position: {
      latitude,
      longitude,
      accuracyMeters: accuracyMeters ?? null,
      fixedAtMs: takenAtMs,
      source: "exif",
    },
  };
}
