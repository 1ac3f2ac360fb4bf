export type PictureSignature = {
  /** 256 characters 0 or 1 for the coarse pattern. Similar photos differ in few of them. */
  hash: string;
  /** Standard deviation of the brightness, 0 to 128. */
  contrast: number;
  /** Mean brightness, 0 to 255. */
  brightness: number;
  /** Share of nearly black pixels, 0 to 1. */
  darkShare: number;
  /** The variance of the Laplacian, in thousandths of the variance of the brightness: how many edges there are. */
  sharpness: number;
};

/** Brightness of each pixel, row by row, 0 to 255. */
export type GreyPicture = { data: Uint8Array; width: number; height: number };

/** The long side of the grey copy. Sharpness depends on it. */
export const signedPx = 512;
const nearlyBlackBelow = 30;

export function signPicture(picture: GreyPicture): PictureSignature {
  const { mean, deviation, darkShare } = measureBrightness(picture);
  return {
    hash: hashOf(picture),
    contrast: deviation,
    brightness: mean,
    darkShare,
    // Less light reduces both. A photo without a pattern has no edges.
    sharpness: deviation < 1 ? 0 : (1000 * varianceOfLaplacian(picture)) / deviation ** 2,
  };
}

function measureBrightness({ data }: GreyPicture) {
  let sum = 0;
  let squares = 0;
  let dark = 0;
  for (const value of data) {
    sum += value;
    squares += value * value;
    if (value < nearlyBlackBelow) dark += 1;
  }
  const mean = sum / data.length;
  return {
    mean,
    deviation: Math.sqrt(Math.max(0, squares / data.length - mean * mean)),
    darkShare: dark / data.length,
  };
}

/**
 * The variance of the Laplacian, the measure of focus of J. L. Pech-Pacheco and others, Diatom autofocusing in
 * brightfield microscopy, 2000.
 */
function varianceOfLaplacian({ data, width, height }: GreyPicture): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value =
        (data[at - 1] ?? 0) +
        (data[at + 1] ?? 0) +
        (data[at - width] ?? 0) +
        (data[at + width] ?? 0) -
        4 * (data[at] ?? 0);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
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
function hashOf(picture: GreyPicture): string {
  const lowest = transform(averageInCells(picture));
  const sorted = lowest.toSorted();
  const middle = sorted.length / 2;
  const median = ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return fromLowest.map((at) => ((lowest[at] ?? 0) > median ? "1" : "0")).join("");
}

/** The mean of each cell; a cell smaller than a pixel takes that pixel. */
function averageInCells({ data, width, height }: GreyPicture): Float64Array {
  const averages = new Float64Array(cells * cells);
  const bounds = (cell: number, length: number) => {
    const from = Math.floor((cell * length) / cells);
    return [from, Math.max(from + 1, Math.floor(((cell + 1) * length) / cells))] as const;
  };
  for (let row = 0; row < cells; row++) {
    const [top, bottom] = bounds(row, height);
    for (let column = 0; column < cells; column++) {
      const [left, right] = bounds(column, width);
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += data[y * width + x] ?? 0;
      averages[row * cells + column] = sum / ((bottom - top) * (right - left));
    }
  }
  return averages;
}

/** `waves[f * cells + c]`: the cosine of frequency f + 1 at cell c. */
const waves = Float64Array.from({ length: frequencies * cells }, (_, at) => {
  const frequency = Math.floor(at / cells) + 1;
  return Math.cos((Math.PI * frequency * (2 * (at % cells) + 1)) / (2 * cells));
});

/** DCT-II in both directions, for the lowest frequencies only. */
function transform(averages: Float64Array): Float64Array {
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
