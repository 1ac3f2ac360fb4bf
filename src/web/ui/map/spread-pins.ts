import { type LatLon, type MapView, panned, pixelOf } from "./map-view.ts";

/** The zoom from which nothing is clustered. Further out, clusters keep pins apart. */
export const unclusteredZoom = 17;
/** Pins that are nearer hide one another. */
const hidingPx = 36;

/** Where to draw the pins of these places: those that would hide one another stand in a ring around the place of the first. */
export function spreadPins(places: readonly LatLon[], zoom: number): readonly LatLon[] {
  if (Math.round(zoom) < unclusteredZoom) return places;
  const rings: number[][] = [];
  for (const [index, place] of places.entries()) {
    const ring = rings.find(([first = 0]) => isNear(places[first] as LatLon, place, zoom));
    if (ring) ring.push(index);
    else rings.push([index]);
  }
  const spread = [...places];
  for (const ring of rings) {
    const middle = places[ring[0] as number] as LatLon;
    const radiusPx = Math.max(hidingPx, (ring.length * hidingPx) / Math.PI) / Math.sqrt(2);
    for (const [turn, index] of ring.length === 1 ? [] : ring.entries()) {
      const angle = (2 * Math.PI * turn) / ring.length;
      const view: MapView = { center: middle, zoom };
      spread[index] = panned(view, radiusPx * Math.cos(angle), radiusPx * Math.sin(angle)).center;
    }
  }
  return spread;
}

function isNear(one: LatLon, other: LatLon, zoom: number): boolean {
  const [x, y] = pixelOf(other, { center: one, zoom }, { width: 0, height: 0 });
  return Math.hypot(x, y) < hidingPx;
}
