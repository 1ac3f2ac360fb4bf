import sharp from "sharp";
import { drawTree } from "../src/server/demo/draw-tree.ts";
import { encodePhoto, type PhotoEncoding } from "./encode-photo.ts";

export type TestPhoto = PhotoEncoding & {
  /** Pixels as stored, before the orientation is applied. */
  width?: number;
  height?: number;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** Degrees, and metres. */
  gps?: { latitude: number; longitude: number; accuracyMeters?: number };
  takenAt?: Date;
  /** Another seed, another picture, and so another SHA-256. */
  uniqueSeed?: string;
};

/** A picture of a tree's bark with a tape round it, as a camera would hand it over: EXIF with orientation, GPS and time. */
export function makePhoto({
  gps,
  uniqueSeed = "bark",
  width = 640,
  height = 480,
  format,
  quality,
  ...tags
}: TestPhoto = {}): Promise<Buffer> {
  const picture = sharp(Buffer.from(drawTree({ seed: uniqueSeed, width, height }))).removeAlpha();
  return encodePhoto(picture, { ...gps, ...tags }, { ...(format ? { format } : {}), ...(quality ? { quality } : {}) });
}
