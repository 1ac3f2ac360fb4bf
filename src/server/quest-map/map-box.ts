import type { Box } from "../quests/boxes-around.ts";

/** Web Mercator ends here. */
const maxLatitude = 85.0511287798066;

export const worldPx = (zoom: number) => 256 * 2 ** zoom;

/** Of the world as a square from 0 to 1, y downwards (Web Mercator). */
export function toWorldY(latitude: number): number {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Width and height on a map at that zoom, in pixels; west exceeds east where the box lies across the date line. */
function sizeOf({ west, south, east, north }: Box, zoom: number): { widthPx: number; heightPx: number } {
  const degrees = west <= east ? east - west : east - west + 360;
  const height = Math.max(0, toWorldY(south) - toWorldY(north));
  return { widthPx: (degrees / 360) * worldPx(zoom), heightPx: height * worldPx(zoom) };
}

/** The side of the largest screens; a box that is larger at its zoom is shown as from further away. */
const boxSidePxMax = 4096;

/** The nearest level, at most `zoom`, at which the box fits on a screen. */
export function screenZoom(box: Box, zoom: number): number {
  let fitting = zoom;
  while (fitting > 0) {
    const { widthPx, heightPx } = sizeOf(box, fitting);
    if (Math.max(widthPx, heightPx) <= boxSidePxMax) break;
    fitting--;
  }
  return fitting;
}

/** Cells half as wide as a marker lose nothing: their quests would overlap anyway. */
const cellPx = 26;
const cellsMax = 2_000;

/** The side of the squares in which quests are counted at that zoom, as a part of the world's width. */
export function cellSideOf(box: Box, zoom: number): number {
  const { widthPx, heightPx } = sizeOf(box, zoom);
  let sidePx = cellPx;
  while ((widthPx / sidePx + 2) * (heightPx / sidePx + 1) > cellsMax) sidePx *= 1.25;
  return sidePx / worldPx(zoom);
}
