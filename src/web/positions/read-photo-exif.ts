import { parse } from "exifr/dist/lite.esm.mjs";
import { exifOptions, interpretTags } from "../../contract/exif-tags.ts";
import type { Position } from "../outbox/record.ts";

/** What a photo says of itself; null where it says nothing. */
export type PhotoOrigin = { takenAtMs: number | null; position: Position | null };

/**
 * Time and place out of a JPEG or HEIC, read on this device. A time without a zone is the clock's of this device, which most
 * probably took it. Damaged data reads as nothing.
 */
export async function readPhotoExif(photo: Blob | ArrayBuffer): Promise<PhotoOrigin> {
  // A device without the code, or with a photo that it cannot read, knows as little.
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
