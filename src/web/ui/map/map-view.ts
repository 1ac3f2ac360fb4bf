import { metersPerPixel, toLatitude, toWorld, worldPxAt } from "../../../contract/mercator.ts";

/** Latitude, then longitude, in degrees. */
export type LatLon = [latitude: number, longitude: number];

export type MapView = { center: LatLon; zoom: number };

/** The visible area in degrees. */
export type MapBounds = { west: number; south: number; east: number; north: number };

/** A part of the map in pixels from its upper left corner. */
export type MapBox = { left: number; top: number; right: number; bottom: number };

export type MapSize = { width: number; height: number };

export const minZoom = 1;
export const maxZoom = 18;

export const markerHeightPx = 58;

/** The longitude of this place, in whichever turn of the world is nearest: −179° beside 180° is 181°. */
export const nearestTurn = (longitude: number, beside: number): number =>
  longitude + 360 * Math.round((beside - longitude) / 360);

/** Whether both show the same, in whichever turn of the world. */
export const isSameView = (one: MapView, other: MapView): boolean =>
  Math.max(
    Math.abs(one.zoom - other.zoom),
    Math.abs(one.center[0] - other.center[0]),
    Math.abs(nearestTurn(one.center[1], other.center[1]) - other.center[1]),
  ) < 1e-7;

/** Moves the view by pixels to the right and down. */
export function panned({ center: [latitude, longitude], zoom }: MapView, xPx: number, yPx: number): MapView {
  const [x, y] = toWorld(longitude, latitude);
  const worldPx = worldPxAt(zoom);
  return { center: [toLatitude(y + yPx / worldPx), (x + xPx / worldPx) * 360 - 180], zoom };
}

/** The pixel of a place on a map of this size, in the turn of the world that is nearest to its centre. */
export function pixelOf(place: LatLon, { center, zoom }: MapView, { width, height }: MapSize): [x: number, y: number] {
  const [x, y] = toWorld(nearestTurn(place[1], center[1]), place[0]);
  const [centerX, centerY] = toWorld(center[1], center[0]);
  const worldPx = worldPxAt(zoom);
  return [width / 2 + (x - centerX) * worldPx, height / 2 + (y - centerY) * worldPx];
}

const marginPx = 16;
/** Half a marker and a margin. */
const sidePx = 25 + marginPx;

/**
 * The closest view that shows the markers of all places in the box, in whole zoom levels up to `zoomMax`. Its centre may be
 * beyond 180°.
 */
export function viewOf(places: readonly LatLon[], size: MapSize, box: MapBox, zoomMax: number): MapView {
  const latitudes = places.map(([latitude]) => latitude);
  const [west, east] = narrowestOf(places.map(([, longitude]) => longitude));
  return viewOfArea([west, Math.min(...latitudes), east, Math.max(...latitudes)], size, box, zoomMax);
}

/** The narrowest range of these longitudes, perhaps across 180°: the world without the widest gap between them. */
function narrowestOf(longitudes: readonly number[]): [west: number, east: number] {
  const sorted = [...longitudes].sort((one, other) => one - other);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  let range: [west: number, east: number] = [first, last];
  let widestGap = first + 360 - last;
  for (const [index, longitude] of sorted.entries()) {
    const before = sorted[index - 1] ?? longitude;
    if (longitude - before <= widestGap) continue;
    widestGap = longitude - before;
    range = [longitude, before + 360];
  }
  return range;
}

/** A box in degrees. Its west exceeds its east across 180°. */
type Area = readonly [west: number, south: number, east: number, north: number];

/** The view, like that of `viewOf`, of all that lies in the area. */
export function viewOfArea(area: Area, size: MapSize, box: MapBox, zoomMax: number): MapView {
  const [west, north] = toWorld(area[0], area[3]);
  const [east, south] = toWorld(area[2] < area[0] ? area[2] + 360 : area[2], area[1]);
  const room = {
    left: box.left + sidePx,
    right: box.right - sidePx,
    top: box.top + markerHeightPx + marginPx,
    bottom: box.bottom - marginPx,
  };
  const fitting = Math.min(
    Math.max(1, room.right - room.left) / Math.max(east - west, Number.EPSILON),
    Math.max(1, room.bottom - room.top) / Math.max(south - north, Number.EPSILON),
  );
  const zoom = Math.max(minZoom, Math.min(zoomMax, Math.floor(Math.log2(fitting / 256))));
  const middle: MapView = { center: [toLatitude((north + south) / 2), ((west + east) / 2) * 360 - 180], zoom };
  return panned(middle, size.width / 2 - (room.left + room.right) / 2, size.height / 2 - (room.top + room.bottom) / 2);
}

/** The highest zoom that a cluster opens. From here on, the server clusters only crowded places. */
const openedZoomMax = 17;

/** What a pressed cluster opens: its box, and closer than now. */
export function viewOfCluster(button: HTMLElement, area: Area, zoom: number): MapView | undefined {
  const measured = measureMap(button);
  if (!measured) return undefined;
  const next = viewOfArea(area, measured.size, measured.box, openedZoomMax);
  return { ...next, zoom: Math.min(maxZoom, Math.max(next.zoom, Math.round(zoom) + 1)) };
}

/** Measures the map around an element, and its visible part below sticky elements. */
export function measureMap(element: Element): { size: MapSize; box: MapBox } | undefined {
  const map = element.closest("[data-map]");
  if (!map) return undefined;
  const { width, height, top, bottom } = map.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(map).scrollMarginTop) || 0;
  return {
    size: { width, height },
    box: {
      left: 0,
      right: width,
      top: Math.max(0, covered - top),
      bottom: height - Math.max(0, bottom - window.innerHeight),
    },
  };
}

const positionZoom = 14;
const circleRadiusPx = 40;

/** The zoom that fits the accuracy circle. */
export function zoomForAccuracy([latitude]: LatLon, accuracyMeters: number | null): number {
  if (!accuracyMeters) return positionZoom;
  const zoom = Math.log2((metersPerPixel(latitude, 0) * circleRadiusPx) / accuracyMeters);
  return Math.max(3, Math.min(17, Math.round(zoom)));
}

const pickedLatitudeMax = 85;

/** Rounds to about a metre and wraps longitudes beyond 180°. */
export function roundPlace([latitude, longitude]: LatLon): LatLon {
  const clamped = Math.max(-pickedLatitudeMax, Math.min(pickedLatitudeMax, latitude));
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [Number(clamped.toFixed(5)), Number(wrapped.toFixed(5))];
}
