import sharp from "sharp";
import { photoPixelsMax } from "../../contract/limits.ts";

// libvips would keep files open and pictures in memory by path; our paths are used once
sharp.cache(false);

const decodeTimeoutSeconds = 60;
/** The long side of the small picture in which the missing part of a damaged one is looked for. */
const surveyPx = 256;

export interface PictureHeader {
  width: number;
  height: number;
}

/** @throws when the header cannot be read */
export async function readPictureHeader(path: string): Promise<PictureHeader> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width, height };
}

/** Raw pixels, 8 bits a channel. */
export interface RawPicture {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

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
