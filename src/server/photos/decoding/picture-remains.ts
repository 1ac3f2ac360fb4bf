import type { RawPicture } from "./sharp-pictures.ts";

/** A damaged photo is kept where at least this share of it still shows a picture: a reviewer can use it. */
const leastShareShown = 0.75;

/**
 * Decoders fill what they could not read with one flat colour, from some row down to the bottom. True where enough rows
 * above that show a picture.
 */
export function hasUsableRows({ data, width, height, channels }: RawPicture): boolean {
  const rowBytes = width * channels;
  const last = data.subarray((height - 1) * rowBytes, (height - 1) * rowBytes + channels);
  let row = height;
  while (row > 0 && isFlat(data.subarray((row - 1) * rowBytes, row * rowBytes), last)) row--;
  return row / height >= leastShareShown;
}

/** Tiles that a HEIC file lost come out as the green that is all zeros in YCbCr. True where enough others are left. */
export function hasUsableTiles({ data, width, height, channels }: RawPicture): boolean {
  let missing = 0;
  for (let at = 0; at < data.length; at += channels) {
    const green = data[at + 1] ?? 0;
    if (data[at] === 0 && data[at + 2] === 0 && green >= 130 && green <= 140) missing++;
  }
  return 1 - missing / (width * height) >= leastShareShown;
}

function isFlat(row: Uint8Array, colour: Uint8Array): boolean {
  const tolerance = 2;
  for (let at = 0; at < row.length; at++) {
    if (Math.abs((row[at] ?? 0) - (colour[at % colour.length] ?? 0)) > tolerance) return false;
  }
  return true;
}
