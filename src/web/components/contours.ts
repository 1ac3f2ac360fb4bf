/** The contour lines of a hill that does not exist, as path data in a box of `width` by `height`. */
export type Contour = { path: string; isIndexLine: boolean };

type Hill = { x: number; y: number; height: number; spreadX: number; spreadY: number; turn: number };

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

/** One tall hill, and two to four that lean on it. */
function hillsFrom(random: () => number, aspect: number): Hill[] {
  const between = (low: number, high: number) => low + random() * (high - low);
  const count = 3 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, index) => ({
    x: between(0.1, 0.95) * aspect,
    y: between(0.05, 0.95),
    height: index === 0 ? 1 : between(0.25, 0.75),
    spreadX: between(0.22, 0.55),
    spreadY: between(0.16, 0.4),
    turn: between(0, Math.PI),
  }));
}

function heightAt(hills: readonly Hill[], x: number, y: number): number {
  let sum = 0;
  for (const hill of hills) {
    const dx = x - hill.x;
    const dy = y - hill.y;
    const along = (dx * Math.cos(hill.turn) + dy * Math.sin(hill.turn)) / hill.spreadX;
    const across = (dy * Math.cos(hill.turn) - dx * Math.sin(hill.turn)) / hill.spreadY;
    sum += hill.height * Math.exp(-(along * along + across * across) / 2);
  }
  return sum + 0.03 * Math.sin(x * 9 + y * 4) + 0.02 * Math.sin(y * 13 - x * 5);
}

/**
 * Draws the hill of a seed by marching squares: the same seed, the same hill.
 * Every fifth line is an index line, as on a map.
 */
export function contoursOf(seed: number, width: number, height: number): Contour[] {
  const random = randomFrom(seed);
  const hills = hillsFrom(random, width / height);
  const step = width / columns;
  const rows = Math.ceil(height / step);
  const heights: number[][] = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) =>
      heightAt(hills, (column * step) / height, (row * step) / height),
    ),
  );
  const all = heights.flat();
  const lowest = Math.min(...all);
  const highest = Math.max(...all);
  return Array.from({ length: levelCount }, (_, index) => {
    const level = lowest + ((highest - lowest) * (index + 0.6)) / (levelCount + 0.4);
    return { path: linesAt(heights, level, step), isIndexLine: index % 5 === 4 };
  });
}

type Point = readonly [x: number, y: number];

/** Where the level crosses the edges of the grid's cells, joined into lines. */
function linesAt(heights: readonly (readonly number[])[], level: number, step: number): string {
  const points = new Map<number, Point>();
  const neighbours = new Map<number, number[]>();
  const stride = columns + 1;
  const at = (column: number, row: number) => heights[row]?.[column] ?? 0;

  /** The crossing of an edge; its key names the edge, so that two cells find the same point. */
  const crossing = (column: number, row: number, isVertical: boolean): number => {
    const key = (row * stride + column) * 2 + (isVertical ? 1 : 0);
    if (!points.has(key)) {
      const from = at(column, row);
      const to = isVertical ? at(column, row + 1) : at(column + 1, row);
      const share = (level - from) / (to - from);
      points.set(key, isVertical ? [column * step, (row + share) * step] : [(column + share) * step, row * step]);
    }
    return key;
  };
  const join = (one: number, other: number) => {
    neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
    neighbours.set(other, [...(neighbours.get(other) ?? []), one]);
  };

  for (let row = 0; row < heights.length - 1; row++) {
    for (let column = 0; column < columns; column++) {
      const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
      const [topLeft, topRight, bottomRight, bottomLeft] = corners.map((value) => value > level);
      const edges: number[] = [];
      if (topLeft !== topRight) edges.push(crossing(column, row, false));
      if (topRight !== bottomRight) edges.push(crossing(column + 1, row, true));
      if (bottomRight !== bottomLeft) edges.push(crossing(column, row + 1, false));
      if (bottomLeft !== topLeft) edges.push(crossing(column, row, true));
      const [a, b, c, d] = edges;
      if (a !== undefined && b !== undefined) join(a, b);
      if (c !== undefined && d !== undefined) join(c, d);
    }
  }
  return walk(points, neighbours)
    .map((line) => smoothPath(thinOut(line, step)))
    .join("");
}

type Line = { points: Point[]; isClosed: boolean };

/** Follows the joined crossings; open lines first, so that each starts at an end. */
function walk(points: ReadonlyMap<number, Point>, neighbours: ReadonlyMap<number, readonly number[]>): Line[] {
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
