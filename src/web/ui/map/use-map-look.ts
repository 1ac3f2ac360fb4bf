import { useMemo, useState } from "react";
import { useSettled } from "../use-settled.ts";
import { lookOf, type MapLook } from "./map-look.ts";
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
