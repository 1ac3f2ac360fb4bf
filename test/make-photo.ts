import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { encodePhoto, type PhotoEncoding } from "./encode-photo.ts";

export type TestPhoto = PhotoEncoding & {
  /** Stored pixels, before applying the orientation. */
  width?: number;
  height?: number;
  orientation?: number;
  /** Degrees and metres. */
  gps?: { latitude: number; longitude: number; accuracyMeters?: number };
  takenAt?: Date;
  /** Another seed produces another photo, and so another SHA-256. */
  uniqueSeed?: string;
};

const bark = fileURLToPath(new URL("../demo/quests/19-blue-ridge-trees/alice-1.webp", import.meta.url));

/** The demo's bark photo under a colour mosaic derived from the seed. */
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

/** By what was asked for: most files of tests ask for the same ones. */
const made = new Map<string, Promise<Buffer>>();

/** A photo of bark as from a camera: EXIF with orientation, GPS and time. */
export async function makePhoto(asked: TestPhoto = {}): Promise<Buffer> {
  const key = JSON.stringify(asked);
  const photo = made.get(key) ?? photograph(asked);
  made.set(key, photo);
  return Buffer.from(await photo);
}

async function photograph({
  gps,
  uniqueSeed = "bark",
  width = 640,
  height = 480,
  format,
  quality,
  ...tags
}: TestPhoto): Promise<Buffer> {
  const picture = (await tintedBark(uniqueSeed)).resize(width, height);
  return encodePhoto(picture, { ...gps, ...tags }, { ...(format ? { format } : {}), ...(quality ? { quality } : {}) });
}
