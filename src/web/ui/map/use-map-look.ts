import { useMemo, useState } from "react";
import { toLatitude, toWorld } from "../../../contract/mercator.ts";
import { useSettled } from "../use-settled.ts";
import type { LatLon, MapBounds } from "./map-view.ts";

const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };
/** Requests wait until the map has rested this long. */
const restingMs = 120;

/** What a map that the server clusters has to request, and what of it is in sight. */
export function useMapLook() {
  // Bounds and zoom of the same moment.
  const [sight, setSight] = useState<{ bounds: MapBounds; zoom: number }>();
  const look: MapLook | undefined = useSettled(
    useMemo(() => sight && lookOf(sight.bounds, sight.zoom), [sight]),
    restingMs,
  );
  return {
    look,
    see: (bounds: MapBounds, zoom: number) => setSight({ bounds, zoom }),
    /** The place on the map, perhaps beyond the antimeridian; undefined if it is out of sight: the keyboard must not reach it. */
    inSight: (place: LatLon) => placeInSight(place, sight?.bounds ?? world),
  };
}

export function placeInSight(
  [latitude, longitude]: LatLon,
  { west, south, east, north }: MapBounds,
): LatLon | undefined {
  const turned = longitude + 360 * Math.ceil((west - longitude) / 360);
  return latitude >= south && latitude <= north && turned <= east ? [latitude, turned] : undefined;
}

/** The area and zoom to request for a map. */
type MapLook = { bbox: readonly [west: number, south: number, east: number, north: number]; zoom: number };

/** Markers reach this far into the map. */
const marginPx = 64;
/** Boxes snap to a grid, so that dragging causes few requests and stored answers match. */
const stepPx = 128;

/**
 * A box around the visible area, in whole zoom levels; undefined if nothing is visible. Its west exceeds its east across the
 * antimeridian.
 */
export function lookOf({ west, south, east, north }: MapBounds, zoom: number): MapLook | undefined {
  const level = Math.round(zoom);
  const steps = (256 * 2 ** level) / stepPx;
  const margin = marginPx / stepPx;
  const before = (part: number) => Math.floor(part * steps - margin) / steps;
  const behind = (part: number) => Math.ceil(part * steps + margin) / steps;
  const [leftEdge, topEdge] = toWorld(west, north);
  const [rightEdge, bottomEdge] = toWorld(east, south);
  const [left, right] = [before(leftEdge), behind(rightEdge)];
  const [top, bottom] = [Math.max(0, before(topEdge)), Math.min(1, behind(bottomEdge))];
  // Also if the map has no size yet.
  if (!(left < right && top < bottom)) return undefined;
  const isWholeTurn = right - left >= 1;
  const start = isWholeTurn ? 0 : left - Math.floor(left);
  const end = isWholeTurn ? 1 : right - Math.ceil(right) + 1;
  return {
    bbox: [
      shortened(start * 360 - 180),
      // The map ends before the poles.
      bottom === 1 ? -90 : shortened(toLatitude(bottom)),
      shortened(end * 360 - 180),
      top === 0 ? 90 : shortened(toLatitude(top)),
    ],
    zoom: level,
  };
}

const shortened = (degrees: number) => Number(degrees.toFixed(6));
