import { parse } from "exifr/dist/lite.esm.mjs";
import { exifOptions, interpretTags } from "../../../contract/exif-tags.ts";
import type { Position } from "../../outbox/record.ts";
import { asJpegWithExif, formatBytes, isPngOrWebp } from "./exif-block.ts";

/** A photo's own time and position; null if unknown. */
export type PhotoOrigin = { takenAtMs: number | null; position: Position | null };

/** Reads time and position. A time without a zone is taken as this device's time. Damaged data reads as unknown. */
export async function readPhotoExif(photo: Blob): Promise<PhotoOrigin> {
  const tags = await readTags(photo).catch(() => undefined);
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

async function readTags(photo: Blob): Promise<Record<string, unknown> | undefined> {
  if (!isPngOrWebp(await photo.slice(0, formatBytes).arrayBuffer())) return await parse(photo, exifOptions);
  const jpeg = asJpegWithExif(await photo.arrayBuffer());
  return jpeg && (await parse(jpeg, exifOptions));
}
