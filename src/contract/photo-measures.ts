import { fingerShareOf } from "./finger-in-photo.ts";
import { glareShareOf } from "./glare-in-photo.ts";
import type { ColourPicture, Grey } from "./photo-pixels.ts";
import { sharpnessOf } from "./sharpness-in-photo.ts";

/** What browser and server measure on a photo, from the same pixels with the same result. */
export type PhotoMeasures = {
  /** 256 characters 0 or 1 for the coarse pattern. Similar photos differ in few of them. */
  hash: string;
  /** Standard deviation of the brightness, 0 to 128. */
  contrast: number;
  /** What nine tenths of the pixels are darker than, 0 to 255: the light of the lightest parts. */
  brightness: number;
  /** Share of nearly black pixels, 0 to 1. */
  darkShare: number;
  /** Share of pixels that are as white as can be, without a white sky, 0 to 1. */
  whiteShare: number;
  /** How steep the edges of the sharpest parts are, and how fine their detail: 0 to about 1000. */
  sharpness: number;
  /** Share of the photo that looks like a finger in front of the lens, 0 to 1. */
  fingerShare: number;
};

/** Decoders deliver photos in this size: averaging the rest evens out how they resize. */
export const decodedPx = 1024;
/** The long side of the picture that is measured. Sharpness depends on it. */
const measuredPx = 512;
const nearlyBlackBelow = 30;
const lightestFrom = 0.9;

/** Measures an upright photo that was decoded to `decodedPx`, or is smaller. */
export function measurePhoto(picture: ColourPicture): PhotoMeasures {
  const { width, height } = picture;
  const scale = Math.max(1, width / measuredPx, height / measuredPx);
  const sideOf = (length: number) => Math.max(1, Math.round(length / scale));
  const grey = averaged(greyOf(picture), sideOf(width), sideOf(height));
  return {
    hash: hashOf(grey),
    ...measureBrightness(grey),
    whiteShare: glareShareOf(grey),
    sharpness: sharpnessOf(grey),
    fingerShare: fingerShareOf(picture, grey),
  };
}

function greyOf({ data, width, height, channels }: ColourPicture): Grey {
  const grey = new Float32Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += channels) {
    grey[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { data: grey, width, height };
}

/** The same picture in another size: each pixel is the mean of the area that it covers. */
const averaged = (picture: Grey, toWidth: number, toHeight: number): Grey =>
  averagedDown(averagedAcross(picture, toWidth), toHeight);

function averagedAcross({ data, width, height }: Grey, toWidth: number): Grey {
  const { covered, first, last, firstShare, lastShare } = coversOf(width, toWidth);
  const all = new Float32Array(toWidth * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < toWidth; x++) {
      const from = y * width + (first[x] ?? 0);
      const to = y * width + (last[x] ?? 0);
      let sum = (firstShare[x] ?? 0) * (data[from] ?? 0);
      for (let at = from + 1; at < to; at++) sum += data[at] ?? 0;
      if (to > from) sum += (lastShare[x] ?? 0) * (data[to] ?? 0);
      all[y * toWidth + x] = sum / covered;
    }
  }
  return { data: all, width: toWidth, height };
}

/** Row by row, as pixels lie in memory: slow phones take much longer to jump from one to the next. */
function averagedDown({ data, width, height }: Grey, toHeight: number): Grey {
  const { covered, first, last, firstShare, lastShare } = coversOf(height, toHeight);
  const all = new Float32Array(width * toHeight);
  const sums = new Float64Array(width);
  for (let y = 0; y < toHeight; y++) {
    const [from, to] = [first[y] ?? 0, last[y] ?? 0];
    sums.fill(0);
    for (let row = from; row <= to; row++) {
      const share = row === from ? (firstShare[y] ?? 0) : row === to ? (lastShare[y] ?? 0) : 1;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + share * (data[row * width + x] ?? 0);
    }
    for (let x = 0; x < width; x++) all[y * width + x] = (sums[x] ?? 0) / covered;
  }
  return { data: all, width, height: toHeight };
}

/** Which pixels of a line each pixel of a shorter one covers, and how much of the first and the last of them. */
function coversOf(length: number, toLength: number) {
  const covered = length / toLength;
  const first = new Uint32Array(toLength);
  const last = new Uint32Array(toLength);
  const firstShare = new Float64Array(toLength);
  const lastShare = new Float64Array(toLength);
  for (let index = 0; index < toLength; index++) {
    const start = index * covered;
    const end = Math.min(length, start + covered);
    first[index] = Math.floor(start);
    last[index] = Math.ceil(end) - 1;
    firstShare[index] = Math.min(Math.floor(start) + 1, end) - start;
    lastShare[index] = end - (Math.ceil(end) - 1);
  }
  return { covered, first, last, firstShare, lastShare };
}

function measureBrightness({ data }: Grey) {
  const counts = new Uint32Array(256);
  let sum = 0;
  let squares = 0;
  let dark = 0;
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? 0;
    sum += value;
    squares += value * value;
    if (value < nearlyBlackBelow) dark += 1;
    const whole = Math.floor(value);
    counts[whole] = (counts[whole] ?? 0) + 1;
  }
  const mean = sum / data.length;
  let brightness = 0;
  for (let below = counts[0] ?? 0; below < lightestFrom * data.length; below += counts[brightness] ?? 0)
    brightness += 1;
  return {
    contrast: Math.sqrt(Math.max(0, squares / data.length - mean * mean)),
    brightness,
    darkShare: dark / data.length,
  };
}

/** Cells and frequencies per side. */
const cells = 64;
const frequencies = 16;

/** The indexes of the frequencies, lowest first: cropping changes the highest first. */
const fromLowest = Array.from({ length: frequencies * frequencies }, (_, at) => at).sort(
  (one, other) => sizeOfFrequency(one) - sizeOfFrequency(other) || one - other,
);

function sizeOfFrequency(at: number): number {
  return Math.floor(at / frequencies) ** 2 + (at % frequencies) ** 2;
}

/**
 * A perceptual hash by the discrete cosine transform: the 16 by 16 lowest frequencies without the mean, each 1 if above
 * their median. Size, brightness, colour and compression hardly change it; rotating and mirroring do.
 */
function hashOf(picture: Grey): string {
  const lowest = transform(averaged(picture, cells, cells).data);
  const sorted = lowest.toSorted();
  const middle = sorted.length / 2;
  const median = ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return fromLowest.map((at) => ((lowest[at] ?? 0) > median ? "1" : "0")).join("");
}

/** `waves[f * cells + c]`: the cosine of frequency f + 1 at cell c. */
const waves = Float64Array.from({ length: frequencies * cells }, (_, at) => {
  const frequency = Math.floor(at / cells) + 1;
  return Math.cos((Math.PI * frequency * (2 * (at % cells) + 1)) / (2 * cells));
});

/** DCT-II in both directions, for the lowest frequencies only. */
function transform(averages: Float32Array): Float64Array {
  const rows = new Float64Array(frequencies * cells);
  for (let frequency = 0; frequency < frequencies; frequency++) {
    for (let column = 0; column < cells; column++) {
      let sum = 0;
      for (let row = 0; row < cells; row++) {
        sum += (waves[frequency * cells + row] ?? 0) * (averages[row * cells + column] ?? 0);
      }
      rows[frequency * cells + column] = sum;
    }
  }
  const both = new Float64Array(frequencies * frequencies);
  for (let down = 0; down < frequencies; down++) {
    for (let across = 0; across < frequencies; across++) {
      let sum = 0;
      for (let column = 0; column < cells; column++) {
        sum += (rows[down * cells + column] ?? 0) * (waves[across * cells + column] ?? 0);
      }
      both[down * frequencies + across] = sum;
    }
  }
  return both;
}
