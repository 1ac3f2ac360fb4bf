import type { Sharp } from "sharp";
import { type ExifPlace, exifOf } from "../src/server/demo/camera-photo.ts";

/** EXIF tags of a camera. */
export type PhotoTags = ExifPlace & {
  /** 1 to 8: how to rotate the stored pixels. */
  orientation?: number;
  accuracyMeters?: number;
};

export type PhotoEncoding = {
  format?: "jpeg" | "png" | "webp";
  /** 1 to 100. */
  quality?: number;
};

/** Encodes an image as a photo with EXIF. */
export function encodePhoto(
  picture: Sharp,
  { orientation = 1, accuracyMeters, ...place }: PhotoTags = {},
  { format = "jpeg", quality = 85 }: PhotoEncoding = {},
): Promise<Buffer> {
  const exif = exifOf(place);
  if (accuracyMeters !== undefined) exif.IFD3.GPSHPositioningError = `${Math.round(accuracyMeters * 10)}/10`;
  return (
    picture
      .withExif(exif)
      // An orientation in the EXIF tags would be overwritten.
      .withMetadata({ orientation })
      .toFormat(format, { quality })
      .toBuffer()
  );
}
