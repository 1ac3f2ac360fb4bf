import { toWorldY, worldPxAt } from "../../contract/mercator.ts";
import type { Box } from "../evidence/boxes.ts";

/** Width and height at that zoom, in pixels; west exceeds east if the box crosses the date line. */
function sizeOf({ west, south, east, north }: Box, zoom: number): { widthPx: number; heightPx: number } {
  const degrees = west <= east ? east - west : east - west + 360;
  const height = Math.max(0, toWorldY(south) - toWorldY(north));
  return { widthPx: (degrees / 360) * worldPxAt(zoom), heightPx: height * worldPxAt(zoom) };
}

/** The side of the largest screens; larger boxes are shown as from further out. */
const boxSidePxMax = 4096;

/** The deepest zoom, up to `zoom`, at which the box fits a screen. */
export function screenZoom(box: Box, zoom: number): number {
  let fitting = zoom;
  while (fitting > 0) {
    const { widthPx, heightPx } = sizeOf(box, fitting);
    if (Math.max(widthPx, heightPx) <= boxSidePxMax) break;
    fitting--;
  }
  return fitting;
}

/** Half the width of a marker: quests within it would overlap anyway. */
const cellPx = 26;
const cellsMax = 2_000;

/** The side of the cells at that zoom, as a fraction of the world's width. */
export function cellSideOf(box: Box, zoom: number): number {
  const { widthPx, heightPx } = sizeOf(box, zoom);
  let sidePx = cellPx;
  while ((widthPx / sidePx + 2) * (heightPx / sidePx + 1) > cellsMax) sidePx *= 1.25;
  return sidePx / worldPxAt(zoom);
}
