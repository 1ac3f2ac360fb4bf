/** The contour lines of a hill that does not exist, as path data; every fifth is an index line, as on a map. */
export type Contours = { lines: string; indexLines: string };

type Hill = { x: number; y: number; height: number; alongX: number; alongY: number; acrossX: number; acrossY: number };

const columns = 40;
const levelCount = 10;

/** Numbers between 0 and 1 that follow from the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One tall hill, and two to four that lean on it; each turned, and stretched along and across its ridge. */
function hillsFrom(random: () => number, aspect: number): Hill[] {
  const between = (low: number, high: number) => low + random() * (high - low);
  const count = 3 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, index) => {
    const x = between(0.1, 0.95) * aspect;
    const y = between(0.05, 0.95);
    const height = index === 0 ? 1 : between(0.25, 0.75);
    const spreadAlong = between(0.22, 0.55);
    const spreadAcross = between(0.16, 0.4);
    const turn = between(0, Math.PI);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return {
      x,
      y,
      height,
      alongX: cos / spreadAlong,
      alongY: sin / spreadAlong,
      acrossX: -sin / spreadAcross,
      acrossY: cos / spreadAcross,
    };
  });
}

function heightAt(hills: readonly Hill[], x: number, y: number): number {
  let sum = 0;
  for (const hill of hills) {
    const dx = x - hill.x;
    const dy = y - hill.y;
    const along = dx * hill.alongX + dy * hill.alongY;
    const across = dx * hill.acrossX + dy * hill.acrossY;
    sum += hill.height * Math.exp(-(along * along + across * across) / 2);
  }
  return sum + 0.03 * Math.sin(x * 9 + y * 4) + 0.02 * Math.sin(y * 13 - x * 5);
}

/** Draws the hill of a seed in a box of `width` by `height`, by marching squares: the same seed, the same hill. */
export function contoursOf(seed: number, width: number, height: number): Contours {
  const random = randomFrom(seed);
  const hills = hillsFrom(random, width / height);
  const step = width / columns;
  const rows = Math.ceil(height / step);
  const stride = columns + 1;
  const heights = new Float64Array(stride * (rows + 1));
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let corner = 0; corner < heights.length; corner++) {
    const here = heightAt(hills, ((corner % stride) * step) / height, (Math.floor(corner / stride) * step) / height);
    heights[corner] = here;
    if (here < lowest) lowest = here;
    if (here > highest) highest = here;
  }
  const levels = Array.from(
    { length: levelCount },
    (_, index) => lowest + ((highest - lowest) * (index + 0.6)) / (levelCount + 0.4),
  );
  const contours: Contours = { lines: "", indexLines: "" };
  crossingsOf({ heights, rows, step }, levels).forEach((crossings, index) => {
    const path = walk(crossings)
      .map((line) => smoothPath(thinOut(line, step)))
      .join("");
    contours[index % 5 === 4 ? "indexLines" : "lines"] += path;
  });
  return contours;
}

type Grid = {
  /** Row by row, each of `columns` + 1 corners. */
  heights: Float64Array;
  /** Of cells. */
  rows: number;
  step: number;
};

type Point = readonly [x: number, y: number];

/** Where a level crosses the edges of the grid's cells, and which crossings a line joins. Keys name the edges. */
type Crossings = { points: Map<number, Point>; neighbours: Map<number, number[]> };

/** One entry a level. A cell is only looked at for the levels between its lowest and its highest corner. */
function crossingsOf({ heights, rows, step }: Grid, levels: readonly number[]): Crossings[] {
  const found = levels.map((): Crossings => ({ points: new Map(), neighbours: new Map() }));
  const stride = columns + 1;
  const at = (corner: number) => heights[corner] as number;

  /** The crossing of the edge that goes right or down from a corner; two cells that share it find the same point. */
  const crossing = ({ points }: Crossings, level: number, corner: number, isDown: boolean): number => {
    const key = corner * 2 + (isDown ? 1 : 0);
    if (!points.has(key)) {
      const from = at(corner);
      const share = (level - from) / (at(isDown ? corner + stride : corner + 1) - from);
      const column = corner % stride;
      const row = (corner - column) / stride;
      points.set(key, isDown ? [column * step, (row + share) * step] : [(column + share) * step, row * step]);
    }
    return key;
  };
  const join = ({ neighbours }: Crossings, one: number, other: number) => {
    const known = neighbours.get(one);
    if (known) known.push(other);
    else neighbours.set(one, [other]);
  };

  for (let corner = 0; corner < stride * rows; corner++) {
    if (corner % stride === columns) continue;
    const topLeft = at(corner);
    const topRight = at(corner + 1);
    const bottomRight = at(corner + stride + 1);
    const bottomLeft = at(corner + stride);
    const low = Math.min(topLeft, topRight, bottomRight, bottomLeft);
    const high = Math.max(topLeft, topRight, bottomRight, bottomLeft);
    for (let index = 0; index < levels.length; index++) {
      const level = levels[index] as number;
      const crossings = found[index] as Crossings;
      if (level < low || level >= high) continue;
      const edges: number[] = [];
      if (topLeft > level !== topRight > level) edges.push(crossing(crossings, level, corner, false));
      if (topRight > level !== bottomRight > level) edges.push(crossing(crossings, level, corner + 1, true));
      if (bottomRight > level !== bottomLeft > level) edges.push(crossing(crossings, level, corner + stride, false));
      if (bottomLeft > level !== topLeft > level) edges.push(crossing(crossings, level, corner, true));
      for (let side = 0; side + 1 < edges.length; side += 2) {
        const [one, other] = [edges[side] as number, edges[side + 1] as number];
        join(crossings, one, other);
        join(crossings, other, one);
      }
    }
  }
  return found;
}

type Line = { points: Point[]; isClosed: boolean };

/** Follows the joined crossings; open lines first, so that each starts at an end. */
function walk({ points, neighbours }: Crossings): Line[] {
  const seen = new Set<number>();
  const lines: Line[] = [];
  const degree = (key: number) => neighbours.get(key)?.length ?? 0;
  const starts = [...neighbours.keys()].sort((one, other) => degree(one) - degree(other));
  for (const start of starts) {
    if (seen.has(start)) continue;
    const line: Line = { points: [], isClosed: degree(start) > 1 };
    let current: number | undefined = start;
    while (current !== undefined && !seen.has(current)) {
      seen.add(current);
      const point = points.get(current);
      if (point) line.points.push(point);
      const ahead: readonly number[] = neighbours.get(current) ?? [];
      current = ahead.find((key) => !seen.has(key));
    }
    if (line.points.length > 2) lines.push(line);
  }
  return lines;
}

/** Drops points that crowd, which would show as kinks. */
function thinOut({ points, isClosed }: Line, gap: number): Line {
  const kept: Point[] = [];
  points.forEach((point, index) => {
    const before = kept.at(-1);
    const isEnd = !isClosed && index === points.length - 1;
    if (!before || isEnd || Math.hypot(point[0] - before[0], point[1] - before[1]) > gap) kept.push(point);
  });
  return { points: kept, isClosed };
}

/** Curves from the middle of one piece to the middle of the next. */
function smoothPath({ points, isClosed }: Line): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  const write = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  const middle = (one: Point, other: Point): Point => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return "";
  const start = isClosed ? middle(last, first) : first;
  let path = `M${write(start)}`;
  points.forEach((point, index) => {
    const next = points[index + 1] ?? (isClosed ? first : undefined);
    path += next ? `Q${write(point)} ${write(middle(point, next))}` : `L${write(point)}`;
  });
  return isClosed ? `${path}Z` : path;
}
