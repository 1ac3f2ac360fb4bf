/** The contour lines of an imaginary hill, as path data; every fifth is an index line, as on a map. */
export type Contours = { lines: string; indexLines: string };

type Point = readonly [x: number, y: number];

const ringCount = 16;
const pointsPerRing = 40;

/** Pseudo-random numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws rings around a hilltop, which cover a box of `width` by `height`. The same seed draws the same hill. */
export function contoursOf(seed: number, width: number, height: number): Contours {
  const random = randomFrom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const top: Point = [between(0.15, 0.85) * width, between(0.2, 0.8) * height];
  const stepPx = Math.hypot(width, height) / ringCount;
  const stretch = between(1, 1.5);
  const lean: Point = [between(-0.35, 0.35) * stepPx, between(-0.35, 0.35) * stepPx];
  // `twist` turns a wave a little with each ring.
  const waves = [2, 3, 4, 5].map((count) => ({
    count,
    share: between(0.1, 0.32) / count,
    phase: between(0, 2 * Math.PI),
    twist: between(-0.16, 0.16),
  }));
  const ring = (level: number): Point[] =>
    Array.from({ length: pointsPerRing }, (_, index) => {
      const angle = (index / pointsPerRing) * 2 * Math.PI;
      const wobble = waves.map(
        ({ count, share, phase, twist }) => share * Math.sin(count * angle + phase + twist * level),
      );
      const radius = level * stepPx * wobble.reduce((sum, each) => sum + each, 1);
      return [
        top[0] + lean[0] * level + stretch * radius * Math.cos(angle),
        top[1] + lean[1] * level + (radius / stretch) * Math.sin(angle),
      ];
    });
  const contours: Contours = { lines: "", indexLines: "" };
  for (let level = 1; level <= ringCount; level++) {
    contours[level % 5 === 0 ? "indexLines" : "lines"] += closedCurve(ring(level - 0.4));
  }
  return contours;
}

/** Curves through the middles of the sides, with the points as control points. */
function closedCurve(points: readonly Point[]): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  const write = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  const middle = (one: Point, other: Point): Point => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const curves = points.map((point, index) => {
    const next = points[(index + 1) % points.length] as Point;
    return `Q${write(point)} ${write(middle(point, next))}`;
  });
  return `M${write(middle(points.at(-1) as Point, points[0] as Point))}${curves.join("")}Z`;
}
