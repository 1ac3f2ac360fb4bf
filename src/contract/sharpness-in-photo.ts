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
/** An edge changes over this many pixels to both sides by so many deviations of its tile, or by this much. */
const reachPx = 4;
const edgeDeviations = 1.5;
const edgeMax = 40;
/** Flatter pixels, as a share of that, are not looked at. */
const slopeShareMin = 0.2;
/** Fewer edges of a tile in one direction say little about it. */
const edgeCountMin = 15;
/** Every other row tells enough, in half the time. */
const everyRow = 2;

type Tile = { left: number; right: number; top: number; bottom: number };

/**
 * The sharpness of the sharpest tiles; 0 of a photo without a pattern. Two things count, and neither depends on how much
 * detail or contrast a subject has. One is how steep edges are for their height, as in edge widths (P. Marziliano and
 * others, A no-reference perceptual blur metric, 2002). The other is the detail between neighbours as a share of that over
 * twice the distance, as comparing a photo with a blurred copy shows (F. Crete and others, The blur effect, 2007). The
 * variance of the Laplacian would tell a leaf from bark rather than a blurred photo from a sharp one.
 */
export function sharpnessOf(grey: Grey): number {
  const shares: number[] = [];
  const slopes: number[] = [];
  for (let index = 0; index < tiles * tiles; index++) {
    const tile = tileAt(grey, index);
    const deviation = deviationOf(grey, tile);
    if (deviation < tileDeviationMin) continue;
    shares.push(detailShareOf(grey, tile));
    const steepness = steepnessOf(grey, tile, Math.min(edgeMax, edgeDeviations * deviation));
    if (steepness !== undefined) slopes.push(steepness);
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

/** The detail's share of the detail over twice the distance, in the direction with the least. */
function detailShareOf(grey: Grey, tile: Tile): number {
  let least = Number.POSITIVE_INFINITY;
  for (const step of [1, grey.width, grey.width + 1, grey.width - 1]) {
    const far = Math.max(detailMin, detailOf(grey, tile, 2 * step));
    least = Math.min(least, detailOf(grey, tile, step) / far);
  }
  return least;
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

/** The mean of squared second differences between pixels and those at a step before and after them. */
function detailOf({ data, width }: Grey, { left, right, top, bottom }: Tile, step: number): number {
  let squares = 0;
  let count = 0;
  for (let y = top; y < bottom; y += everyRow) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const difference = (data[at - step] ?? 0) + (data[at + step] ?? 0) - 2 * (data[at] ?? 0);
      squares += difference * difference;
    }
    count += right - left;
  }
  return squares / count;
}

/** The mean steepness of edges across or down, whichever is less: a moved camera keeps those along its movement. */
function steepnessOf(grey: Grey, tile: Tile, edgeMin: number): number | undefined {
  const across = edgesOf(grey, tile, { step: 1, edgeMin });
  const down = edgesOf(grey, tile, { step: grey.width, edgeMin });
  if (across.count < edgeCountMin || down.count < edgeCountMin) return undefined;
  return Math.min(across.sum / across.count, down.sum / down.count);
}

/** How much of its height each edge climbs from one neighbour of its middle to the other, 0 to 1, added up. */
function edgesOf(
  { data, width }: Grey,
  { left, right, top, bottom }: Tile,
  { step, edgeMin }: { step: number; edgeMin: number },
) {
  const slopeMin = slopeShareMin * edgeMin;
  let sum = 0;
  let count = 0;
  for (let y = top; y < bottom; y += everyRow) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const middle = data[at] ?? 0;
      const slope = Math.abs((data[at + step] ?? 0) - (data[at - step] ?? 0));
      if (slope < slopeMin) continue;
      // The middle of an edge is its steepest place.
      if (slope < Math.abs(middle - (data[at - 2 * step] ?? 0))) continue;
      if (slope <= Math.abs((data[at + 2 * step] ?? 0) - middle)) continue;
      const height = heightAt(data, at, step);
      if (height < edgeMin) continue;
      sum += slope / height;
      count += 1;
    }
  }
  return { sum, count };
}

function heightAt(data: Float32Array, at: number, step: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (let beside = at - reachPx * step; beside <= at + reachPx * step; beside += step) {
    const value = data[beside] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
