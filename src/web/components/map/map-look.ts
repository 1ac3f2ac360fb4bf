import type { MapBounds } from "./map-view.ts";
import { toLatitude, toWorld } from "./mercator.ts";

/** What is asked for to fill a map. */
export type MapLook = { bbox: readonly [west: number, south: number, east: number, north: number]; zoom: number };

/** What stands at the edge of the map reaches into it from so far outside. */
const marginPx = 64;
/** Of the grid that the box stands on: a map that is dragged asks anew only now and then, and finds kept answers again. */
const stepPx = 128;

/** A box around what is in sight, in whole zoom levels; undefined where nothing of the world is in sight. */
export function lookOf({ west, south, east, north }: MapBounds, zoom: number): MapLook | undefined {
  const level = Math.round(zoom);
  const steps = (256 * 2 ** level) / stepPx;
  const margin = marginPx / stepPx;
  const before = (part: number) => Math.max(0, Math.floor(part * steps - margin) / steps);
  const behind = (part: number) => Math.min(1, Math.ceil(part * steps + margin) / steps);
  const [leftEdge, topEdge] = toWorld(west, north);
  const [rightEdge, bottomEdge] = toWorld(east, south);
  const [left, right, top, bottom] = [before(leftEdge), behind(rightEdge), before(topEdge), behind(bottomEdge)];
  // Also where the map has no size yet.
  if (!(left < right && top < bottom)) return undefined;
  return {
    bbox: [
      shortened(left * 360 - 180),
      // The map's square ends before the poles; what lies beyond belongs to its edge.
      bottom === 1 ? -90 : shortened(toLatitude(bottom)),
      shortened(right * 360 - 180),
      top === 0 ? 90 : shortened(toLatitude(top)),
    ],
    zoom: level,
  };
}

const shortened = (degrees: number) => Number(degrees.toFixed(6));
