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

const barkWidth = 800;
const barkHeight = 600;

/** The demo's bark photo under a colour mosaic derived from the seed. */
export async function tintedBark(seed: string, width = barkWidth, height = barkHeight): Promise<Sharp> {
  const colours = createHash("shake256", { outputLength: 16 * 16 * 3 })
    .update(seed)
    .digest();
  const raw = { width, height, channels: 3 } as const;
  const mosaic = await sharp(colours, { raw: { width: 16, height: 16, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .raw()
    .toBuffer();
  const tinted = await sharp(bark)
    .resize(width, height)
    .composite([{ input: mosaic, raw, blend: "hard-light" }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(tinted, { raw });
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
  // Composed in its own size, which for small photos takes a fifth of the time; more pixels than the bark has show no more.
  const tinted = await tintedBark(uniqueSeed, Math.min(width, barkWidth), Math.min(height, barkHeight));
  const picture = tinted.resize(width, height);
  return encodePhoto(picture, { ...gps, ...tags }, { ...(format ? { format } : {}), ...(quality ? { quality } : {}) });
}
