import type { Box } from "../quests/boxes-around.ts";

/** Web Mercator ends here. */
const maxLatitude = 85.0511287798066;

export const worldPx = (zoom: number) => 256 * 2 ** zoom;

/** Of the world as a square from 0 to 1, y downwards (Web Mercator). */
export function toWorldY(latitude: number): number {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The square's edges reach to the poles. */
function toLatitude(worldY: number): number {
  if (worldY <= 0) return 90;
  if (worldY >= 1) return -90;
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldY))) * 180) / Math.PI;
}

/** Width and height on a map at that zoom, in pixels; west exceeds east where the box lies across the date line. */
export function sizeOf({ west, south, east, north }: Box, zoom: number): { widthPx: number; heightPx: number } {
  const degrees = west <= east ? east - west : east - west + 360;
  const height = Math.max(0, toWorldY(south) - toWorldY(north));
  return { widthPx: (degrees / 360) * worldPx(zoom), heightPx: height * worldPx(zoom) };
}

/** Cells that are half as wide as a marker lose nothing: their quests would overlap anyway. */
const cellPx = 26;
/** What is then joined until nothing overlaps. */
const cellsMax = 2_000;

/** Of the squares by which quests in a box are counted at that zoom; as a part of the world's width. */
export function cellSideOf(box: Box, zoom: number): number {
  const { widthPx, heightPx } = sizeOf(box, zoom);
  let sidePx = cellPx;
  while ((widthPx / sidePx + 2) * (heightPx / sidePx + 1) > cellsMax) sidePx *= 1.25;
  return sidePx / worldPx(zoom);
}

/** The box and so many pixels around it; it ends at the date line and at the poles. */
export function widened({ west, south, east, north }: Box, zoom: number, byPx: number): Box {
  const part = byPx / worldPx(zoom);
  return {
    west: Math.max(-180, west - part * 360),
    south: toLatitude(toWorldY(south) + part),
    east: Math.min(180, east + part * 360),
    north: toLatitude(toWorldY(north) - part),
  };
}

/** Neither box may lie across the date line. */
export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.west >= outer.west && inner.south >= outer.south && inner.east <= outer.east && inner.north <= outer.north
  );
}

/** Neither box may lie across the date line. */
export function overlap(one: Box, other: Box): boolean {
  return one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
}
