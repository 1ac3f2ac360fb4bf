import pLimit from "p-limit";
import { photoPixelsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { decodeHeic, measureHeic } from "./heic-decoder.ts";
import { decodeStrictly, type RawPicture, readPictureHeader, surveyDamagedPicture } from "./sharp-pictures.ts";

export type PictureSize = {
  width: number;
  height: number;
};

/** A damaged photo is kept where at least this share of it still shows a picture. */
const leastShareShown = 0.75;
/** Decoding needs memory by the pixel, so only a few at a time. */
const decodeLimit = pLimit(2);

/**
 * Judges a photo by decoding it whole. A damaged one is still taken when a reviewer could use it: when three quarters of
 * its rows or more show a picture.
 * @throws DomainError photo_unreadable, photo_too_many_pixels
 */
export async function judgeByDecoding(path: string): Promise<PictureSize> {
  const size = await readPictureHeader(path).catch(() => {
    throw unreadable();
  });
  requirePixels(size);
  await decodeLimit(async () => {
    try {
      await decodeStrictly(path);
    } catch {
      await requireUsableRemains(path);
    }
  });
  return size;
}

/**
 * Judges a HEIC photo by its container; pixels are decoded only where the container is incomplete.
 * @param damage what the check of the container found
 * @throws DomainError photo_unreadable, photo_too_many_pixels
 */
export async function judgeHeif(path: string, damage: string | undefined): Promise<PictureSize> {
  const size = await measureHeic(path).catch(() => {
    throw unreadable();
  });
  requirePixels(size);
  if (damage === undefined) return size;
  const remains = await decodeHeic(path).catch(() => {
    throw unreadable();
  });
  if (1 - shareOfMissingTiles(remains) < leastShareShown) throw unreadable();
  return size;
}

export function tooManyPixels(): DomainError {
  return new DomainError(saying("refusals.photo_too_many_pixels", { megapixels: photoPixelsMax / 1_000_000 }));
}

function requirePixels(size: PictureSize): void {
  if (!(size.width > 0 && size.height > 0)) throw unreadable();
  if (size.width * size.height > photoPixelsMax) throw tooManyPixels();
}

async function requireUsableRemains(path: string): Promise<void> {
  const remains = await surveyDamagedPicture(path).catch(() => {
    throw unreadable();
  });
  if (shareOfRowsWithPicture(remains) < leastShareShown) throw unreadable();
}

/**
 * Decoders fill what they could not read with one flat colour, from some row down to the bottom. Returns the share of
 * rows above that, 0 to 1.
 */
export function shareOfRowsWithPicture({ data, width, height, channels }: RawPicture): number {
  const rowBytes = width * channels;
  const last = data.subarray((height - 1) * rowBytes, (height - 1) * rowBytes + channels);
  let row = height;
  while (row > 0 && isFlat(data.subarray((row - 1) * rowBytes, row * rowBytes), last)) row--;
  return row / height;
}

/** Tiles that a HEIC file lost come out as the green that is all zeros in YCbCr. Returns their share of the pixels, 0 to 1. */
function shareOfMissingTiles({ data, width, height, channels }: RawPicture): number {
  let missing = 0;
  for (let at = 0; at < data.length; at += channels) {
    const green = data[at + 1] ?? 0;
    if (data[at] === 0 && data[at + 2] === 0 && green >= 130 && green <= 140) missing++;
  }
  return missing / (width * height);
}

function isFlat(row: Uint8Array, colour: Uint8Array): boolean {
  const tolerance = 2;
  for (let at = 0; at < row.length; at++) {
    if (Math.abs((row[at] ?? 0) - (colour[at % colour.length] ?? 0)) > tolerance) return false;
  }
  return true;
}

function unreadable(): DomainError {
  return new DomainError("photo_unreadable");
}
