import type { RawPicture } from "./sharp-pictures.ts";

/** A damaged photo is accepted if at least this share is visible: a reviewer can use it. */
const leastShareShown = 0.75;

/** Decoders fill missing rows at the bottom with one flat colour. True if enough rows are above them. */
export function hasUsableRows({ data, width, height, channels }: RawPicture): boolean {
  const rowBytes = width * channels;
  const last = data.subarray((height - 1) * rowBytes, (height - 1) * rowBytes + channels);
  let row = height;
  while (row > 0 && isFlat(data.subarray((row - 1) * rowBytes, row * rowBytes), last)) row--;
  return row / height >= leastShareShown;
}

/** Missing tiles of a HEIC become green (all zeros in YCbCr). True if enough others are left. */
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
