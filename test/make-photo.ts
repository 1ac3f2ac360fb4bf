import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
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

const bark = fileURLToPath(new URL("../demo/quests/19-blue-ridge-trees/alice-1.webp", import.meta.url));

/** The demo's picture of bark under a mosaic of colours that the seed decides. */
export async function tintedBark(seed: string): Promise<Sharp> {
  const colours = createHash("shake256", { outputLength: 16 * 16 * 3 })
    .update(seed)
    .digest();
  const mosaic = await sharp(colours, { raw: { width: 16, height: 16, channels: 3 } })
    .resize(800, 600, { fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
  const tinted = await sharp(bark)
    .composite([{ input: mosaic, blend: "hard-light" }])
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(tinted);
}

/** A picture of bark as a camera would hand it over: EXIF with orientation, GPS and time. */
export async function makePhoto({
  gps,
  uniqueSeed = "bark",
  width = 640,
  height = 480,
  format,
  quality,
  ...tags
}: TestPhoto = {}): Promise<Buffer> {
  const picture = (await tintedBark(uniqueSeed)).resize(width, height);
  return encodePhoto(picture, { ...gps, ...tags }, { ...(format ? { format } : {}), ...(quality ? { quality } : {}) });
}
