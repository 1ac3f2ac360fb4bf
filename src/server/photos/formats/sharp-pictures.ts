import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { coverWidthPx, photoPixelsMax } from "../../../contract/limits.ts";

// libvips keeps files open and pictures in memory by path; each of our paths is used once
sharp.cache(false);

const decodeTimeoutSeconds = 60;
/** The long side of the small picture in which the missing part of a damaged one is looked for. */
const surveyPx = 256;

export type PictureHeader = {
  width: number;
  height: number;
};

/** @throws when the header cannot be read */
export async function readPictureHeader(path: string): Promise<PictureHeader> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width, height };
}

/** Raw pixels, 8 bits a channel. */
export type RawPicture = {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
};

/** Decodes every pixel and keeps none. @throws when the file is damaged, even slightly */
export async function decodeStrictly(path: string): Promise<void> {
  await sharp(path, { limitInputPixels: photoPixelsMax, failOn: "truncated", sequentialRead: true })
    .timeout({ seconds: decodeTimeoutSeconds })
    .resize({ width: surveyPx, height: surveyPx, fit: "inside", withoutEnlargement: true, kernel: "nearest" })
    .raw()
    .toBuffer();
}

/** Decodes what can be decoded, as a small picture. @throws when nothing can be */
export async function surveyDamagedPicture(path: string): Promise<RawPicture> {
  const { data, info } = await sharp(path, {
    limitInputPixels: photoPixelsMax,
    failOn: "none",
    unlimited: true,
    sequentialRead: true,
  })
    .timeout({ seconds: decodeTimeoutSeconds })
    .resize({ width: surveyPx, height: surveyPx, fit: "inside", withoutEnlargement: true, kernel: "nearest" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as RawPicture["channels"] };
}

/** The TIFF structure of a photo's EXIF, from its header. Works for PNG, WebP and HEIC too; undefined where there is none. */
export async function readExifBlock(path: string): Promise<Buffer | undefined> {
  try {
    const { exif } = await sharp(path, { limitInputPixels: false }).metadata();
    if (!exif) return undefined;
    return exif.toString("latin1", 0, 4) === "Exif" ? exif.subarray(6) : exif;
  } catch {
    return undefined;
  }
}

const displayPx = 1600;
const thumbnailPx = 200;
const displayQuality = 78;
const thumbnailQuality = 72;

/** Upright by its EXIF, at most 1600 px, sRGB, JPEG without metadata. Decodes damaged files as far as they go. */
export async function displayFromFile(path: string): Promise<Buffer> {
  try {
    return await toDisplay(sharp(path, lenient).autoOrient());
  } catch {
    // libvips stops at many small defects in a row unless told not to
    return toDisplay(sharp(path, { ...lenient, unlimited: true }).autoOrient());
  }
}

/** Like `displayFromFile`, for pixels that are upright already; `profile` is their ICC profile, if not sRGB. */
export async function displayFromRaw(picture: RawPicture, profile: Buffer | undefined): Promise<Buffer> {
  const { data, width, height, channels } = picture;
  const pixels = sharp(data, { raw: { width, height, channels }, limitInputPixels: photoPixelsMax });
  if (!profile) return toDisplay(pixels);
  const small = await pixels
    .resize({ width: displayPx, height: displayPx, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return toDisplay(sharp(withColourProfile(small, profile)));
}

export async function thumbnailFromDisplay(display: Buffer): Promise<Buffer> {
  return sharp(display)
    .resize({ width: thumbnailPx, height: thumbnailPx, fit: "cover", withoutEnlargement: true })
    .jpeg({ quality: thumbnailQuality, mozjpeg: true })
    .toBuffer();
}

export async function cardFromDisplay(display: Buffer): Promise<Buffer> {
  return sharp(display)
    .resize({ width: coverWidthPx.card, withoutEnlargement: true })
    .jpeg({ quality: displayQuality, mozjpeg: true })
    .toBuffer();
}

/** The ICC profile that a photo names in its header, if any. */
export async function readColourProfile(path: string): Promise<Buffer | undefined> {
  try {
    return (await sharp(path, { limitInputPixels: false }).metadata()).icc;
  } catch {
    return undefined;
  }
}

const lenient = { limitInputPixels: photoPixelsMax, failOn: "none", sequentialRead: true } as const;

function toDisplay(picture: Sharp): Promise<Buffer> {
  return (
    picture
      .timeout({ seconds: decodeTimeoutSeconds })
      .resize({ width: displayPx, height: displayPx, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      // 4:2:0 and progressive; sharp writes no metadata and no profile unless asked to
      .jpeg({ quality: displayQuality, mozjpeg: true })
      .toBuffer()
  );
}

/** Puts an `iCCP` chunk into a PNG, behind its header chunk. */
function withColourProfile(png: Buffer, profile: Buffer): Buffer {
  const headerEnd = 8 + 12 + 13;
  const body = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}
