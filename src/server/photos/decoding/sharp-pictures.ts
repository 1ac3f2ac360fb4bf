import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { coverWidthPx, photoPixelsMax } from "../../../contract/limits.ts";
import { decodedPx } from "../../../contract/photo-measures.ts";
import type { ColourPicture } from "../../../contract/photo-pixels.ts";
import { pictureSideMax } from "../../../protocol/protocol-limits.ts";
import type { DecodeDemand, SmallPicture } from "./decode-task.ts";

// libvips caches files by path, and each path is used once.
sharp.cache(false);
// A decoder process runs one task at a time.
sharp.concurrency(1);

/** The small copy in which damage is measured. */
const surveySize = { width: 256, height: 256, fit: "inside", withoutEnlargement: true, kernel: "nearest" } as const;

export type PictureHeader = DecodeDemand & {
  primary: number;
  /** The TIFF structure of the EXIF. */
  exif: Buffer | undefined;
  profile: Buffer | undefined;
};

const formatByName: Record<string, DecodeDemand["format"]> = { jpeg: "jpeg", png: "png", webp: "webp", heif: "heic" };
const samplesOfSubsampling: Record<string, number> = { "4:2:0": 1.5, "4:2:2": 2, "4:4:4": 3 };

/** Reads the header without decoding pixels. @throws when the header cannot be read */
export async function readPictureHeader(path: string): Promise<PictureHeader> {
  const found = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height, channels, depth, chromaSubsampling = "", exif } = found;
  const format = formatByName[found.format ?? ""];
  if (!format) throw new Error(`a file of the format ${found.format} is not a photo`);
  return {
    format,
    width,
    height,
    samplesPerPixel: samplesOfSubsampling[chromaSubsampling] ?? channels,
    bytesPerSample: depth === "uchar" ? 1 : 2,
    isInterlaced: found.isProgressive === true,
    primary: found.pagePrimary ?? 0,
    exif: exif && (exif.toString("latin1", 0, 4) === "Exif" ? exif.subarray(6) : exif),
    profile: found.icc,
  };
}

/** Raw pixels, 8 bits a channel. */
export type RawPicture = {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
};

/** Decodes every pixel and discards the result. @throws when the file is damaged, even slightly */
export async function decodeStrictly(path: string): Promise<void> {
  await sharp(path, { limitInputPixels: photoPixelsMax, failOn: "truncated", sequentialRead: true })
    .resize(surveySize)
    .raw()
    .toBuffer();
}

/** Decodes as much as possible into a small copy. @throws when nothing can be */
export async function surveyDamagedPicture(path: string): Promise<RawPicture> {
  const { data, info } = await leniently((options) =>
    sharp(path, options).resize(surveySize).raw().toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height, channels: info.channels as RawPicture["channels"] };
}

const displayPx = 1600;
const thumbnailPx = 200;
const displayQuality = 78;
const thumbnailQuality = 72;
const lowQuality = 45;
const smallBytesWanted = 200_000;

/** Upright, at most 1600 px, sRGB, JPEG without metadata. Decodes damaged files as far as possible. */
export async function displayFromFile(path: string): Promise<Buffer> {
  return leniently((options) => toDisplay(sharp(path, options).autoOrient()));
}

/**
 * libvips gives up after many small defects unless all its limits are off, including the one on scans. `faultOfJpeg`
 * has checked the limits before, and the parent process kills a decoder that takes too long.
 */
async function leniently<T>(decode: (options: SharpOptions) => Promise<T>): Promise<T> {
  const options: SharpOptions = { limitInputPixels: photoPixelsMax, failOn: "none", sequentialRead: true };
  try {
    return await decode(options);
  } catch (error) {
    if (!isTooDefective(error)) throw error;
    return decode({ ...options, unlimited: true });
  }
}

/** Only for JPEG: of other formats, nothing has counted the scans. */
function isTooDefective(error: unknown): boolean {
  return error instanceof Error && error.message.includes("VipsJpeg:");
}

/** Like `displayFromFile`, for pixels that are already upright; `profile` is their ICC profile unless they are sRGB. */
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

/** Phones keep many of them, so a detailed one loses quality instead of growing. */
export async function smallFromDisplay(display: Buffer): Promise<SmallPicture> {
  const size = { width: pictureSideMax, height: pictureSideMax, fit: "inside", withoutEnlargement: true } as const;
  const encode = (quality: number) =>
    sharp(display).resize(size).webp({ quality }).toBuffer({ resolveWithObject: true });
  let made = await encode(displayQuality);
  if (made.data.length > smallBytesWanted) made = await encode(lowQuality);
  return { bytes: made.data, width: made.info.width, height: made.info.height };
}

/** The pixels that are measured. */
export async function coloursFromFile(path: string): Promise<ColourPicture> {
  const { data, info } = await leniently((options) =>
    sharp(path, options)
      .resize({ width: decodedPx, height: decodedPx, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height, channels: info.channels as ColourPicture["channels"] };
}

function toDisplay(picture: Sharp): Promise<Buffer> {
  return (
    picture
      .resize({ width: displayPx, height: displayPx, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      // 4:2:0 and progressive; by default sharp writes neither metadata nor profile.
      .jpeg({ quality: displayQuality, mozjpeg: true })
      .toBuffer()
  );
}

function withColourProfile(png: Buffer, profile: Buffer): Buffer {
  const headerEnd = 8 + 12 + 13;
  const body = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}
