import { memo, useEffect, useRef, useState } from "react";
import type { QuestType } from "../../contract/enums.ts";
import { classNames } from "./class-names.ts";
import styles from "./contour-cover.module.css";
import { lookOfType, questTypeIcons } from "./quest-type.tsx";
import { whenIdle } from "./when-idle.ts";
import { whenNear } from "./when-near.ts";

/** The contour lines of an imaginary hill, as path data; every fifth is an index line, as on a map. */
type Contours = { lines: string; indexLines: string };

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

/** The hill of a seed as an SVG, drawn when it is near the window and the browser is idle. */
export const ContourHill = memo(function ContourHill({
  seed,
  width,
  height,
  align = "xMidYMid",
  className,
  indexLineClassName,
}: {
  seed: number;
  /** Size of the drawing in its own units; it covers its box. */
  width: number;
  height: number;
  align?: "xMidYMid" | "xMaxYMid";
  className: string | undefined;
  indexLineClassName: string | undefined;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const [contours, setContours] = useState<Contours>();

  useEffect(() => {
    let forgetIdle: (() => void) | undefined;
    const forgetNear = whenNear(svg.current, () => {
      forgetIdle = whenIdle(() => setContours(contoursOf(seed, width, height)));
    });
    return () => {
      forgetNear();
      forgetIdle?.();
    };
  }, [seed, width, height]);

  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`${align} slice`}
      className={className}
      aria-hidden="true"
    >
      <path d={contours?.lines} />
      <path d={contours?.indexLines} className={indexLineClassName} />
    </svg>
  );
});

/** A cover for a quest without a picture: a hill drawn from its id, in the colour of its type. Hidden from screen readers. */
export function ContourCover({
  seed,
  type,
  width,
  height,
  className,
}: {
  seed: number;
  type: QuestType;
  /** Size of the drawing in its own units; it fills its box. */
  width: number;
  height: number;
  className: string | undefined;
}) {
  const look = lookOfType(type);
  const Icon = questTypeIcons[look];
  return (
    <div className={classNames(styles.cover, className)} data-quest-type={look} aria-hidden="true">
      <ContourHill
        seed={seed}
        width={width}
        height={height}
        className={`fills ${styles.hill}`}
        indexLineClassName={styles.indexLine}
      />
      <Icon className={styles.icon} />
    </div>
  );
}
