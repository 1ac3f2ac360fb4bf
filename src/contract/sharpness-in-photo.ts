import type { Grey } from "./photo-pixels.ts";

/** Tiles per side. */
const tiles = 6;
/** In plainer tiles, noise would count as detail. */
const tileDeviationMin = 4;
/** Less over twice the distance is rounding and compression, also in a photo that is nothing but blurred. */
const detailMin = 3;
/** A good photo may have a blurred background, so the sharpest tiles count: the sixth with the steepest edges, the finest fifth. */
const steepestFrom = 0.85;
const finestFrom = 0.8;
/** An edge changes over this many pixels to both sides, or three diagonally, by so many deviations of its tile, or by this much. */
const reachPx = 4;
const diagonalReachPx = 3;
const edgeDeviations = 1.5;
const edgeMax = 40;
/** Flatter pixels, as a share of that, are not looked at. */
const slopeShareMin = 0.2;
/** Fewer edges of a tile in one direction say little about it. */
const edgeCountMin = 10;
/** Every third row tells enough, in a third of the time. */
const everyRow = 3;
/** Neighbours on a diagonal are farther apart, so an edge climbs more between them. Measured on photos. */
const diagonalSteepness = 0.8;

type Tile = { left: number; right: number; top: number; bottom: number };
type Direction = { step: number; reach: number; counts: number };

/**
 * The sharpness of the sharpest tiles; 0 of a photo without a pattern. Two things count, and neither depends on how much
 * detail or contrast a subject has. One is how steep edges are for their height, as in edge widths (P. Marziliano and
 * others, A no-reference perceptual blur metric, 2002). The other is the detail between neighbours as a share of that over
 * twice the distance, as comparing a photo with a blurred copy shows (F. Crete and others, The blur effect, 2007). Both
 * are measured across, down and along both diagonals, and the least counts: a camera that moved keeps the edges along its
 * movement. The variance of the Laplacian would tell a leaf from bark rather than a blurred photo from a sharp one.
 */
export function sharpnessOf(grey: Grey): number {
  const directions: Direction[] = [
    { step: 1, reach: reachPx, counts: 1 },
    { step: grey.width, reach: reachPx, counts: 1 },
    { step: grey.width + 1, reach: diagonalReachPx, counts: diagonalSteepness },
    { step: grey.width - 1, reach: diagonalReachPx, counts: diagonalSteepness },
  ];
  const shares: number[] = [];
  const slopes: number[] = [];
  for (let index = 0; index < tiles * tiles; index++) {
    const tile = tileAt(grey, index);
    const deviation = deviationOf(grey, tile);
    if (deviation < tileDeviationMin) continue;
    const edgeMin = Math.min(edgeMax, edgeDeviations * deviation);
    const found = directions.map((direction) => measureAlong(grey, tile, { ...direction, edgeMin }));
    shares.push(Math.min(...found.map(({ detailShare }) => detailShare)));
    // Across and down must both tell, or only edges along a movement may be left.
    const [across, down, ...diagonals] = found.map(({ steepness }) => steepness);
    if (across === undefined || down === undefined) continue;
    slopes.push(Math.min(across, down, ...diagonals.filter((steepness) => steepness !== undefined)));
  }
  return 1000 * valueAt(steepestFrom, slopes) ** 4 * valueAt(finestFrom, shares);
}

function tileAt({ width, height }: Grey, index: number): Tile {
  const [row, column] = [Math.floor(index / tiles), index % tiles];
  return {
    left: Math.max(reachPx, Math.floor((column * width) / tiles)),
    right: Math.min(width - reachPx, Math.floor(((column + 1) * width) / tiles)),
    top: Math.max(reachPx, Math.floor((row * height) / tiles)),
    bottom: Math.min(height - reachPx, Math.floor(((row + 1) * height) / tiles)),
  };
}

function valueAt(share: number, values: number[]): number {
  values.sort((one, other) => one - other);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

function deviationOf({ data, width }: Grey, { left, right, top, bottom }: Tile): number {
  if (right <= left || bottom <= top) return 0;
  let sum = 0;
  let squares = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const value = data[at] ?? 0;
      sum += value;
      squares += value * value;
    }
  }
  const count = (right - left) * (bottom - top);
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/**
 * Along one direction: the detail between neighbours as a share of that over twice the distance, from squared second
 * differences; and how much of its height an edge climbs from one neighbour of its middle to the other, 0 to 1.
 */
function measureAlong(
  { data, width }: Grey,
  { left, right, top, bottom }: Tile,
  { step, reach, counts, edgeMin }: Direction & { edgeMin: number },
): { detailShare: number; steepness: number | undefined } {
  const slopeMin = slopeShareMin * edgeMin;
  let near = 0;
  let far = 0;
  let pixels = 0;
  let steepness = 0;
  let edges = 0;
  for (let y = top; y < bottom; y += everyRow) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const middle = data[at] ?? 0;
      const before = data[at - step] ?? 0;
      const after = data[at + step] ?? 0;
      const farBefore = data[at - 2 * step] ?? 0;
      const farAfter = data[at + 2 * step] ?? 0;
      const bend = before + after - 2 * middle;
      const farBend = farBefore + farAfter - 2 * middle;
      near += bend * bend;
      far += farBend * farBend;
      const slope = Math.abs(after - before);
      if (slope < slopeMin) continue;
      // The middle of an edge is its steepest place.
      if (slope < Math.abs(middle - farBefore) || slope <= Math.abs(farAfter - middle)) continue;
      const height = heightAt(data, at, step, reach);
      if (height < edgeMin) continue;
      steepness += slope / height;
      edges += 1;
    }
    pixels += right - left;
  }
  return {
    detailShare: near / Math.max(detailMin * pixels, far),
    steepness: edges < edgeCountMin ? undefined : (counts * steepness) / edges,
  };
}

function heightAt(data: Float32Array, at: number, step: number, reach: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let beside = at - reach * step; beside <= at + reach * step; beside += step) {
    const value = data[beside] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
