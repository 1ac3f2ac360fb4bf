import { staticMapPx } from "../../contract/limits.ts";
import { drawLettering } from "./lettering.ts";

const pin = { fill: "#d98a1f", line: "#241703", eye: "#fffdf8" };
const paper = "#fffdf8";
const ink = "#1f2a24";

const unitPx = { normal: 1.3, least: 0.95 };
const marginPx = 6;

/** What lies over a map, as SVG of its size: the pin, its tip in the middle, and the attribution at the bottom. */
export function drawOverlay(attribution: string): string {
  const { width, height } = staticMapPx;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawAttribution(attribution)}${drawPin(width / 2, height / 2)}</svg>`;
}

function drawPin(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})">
<ellipse cx="0" cy="0.5" rx="7" ry="2.5" fill="${pin.line}" fill-opacity="0.3"/>
<path d="M0 0C-4 -9 -15 -16 -15 -28A15 15 0 1 1 15 -28C15 -16 4 -9 0 0Z" fill="${pin.fill}" stroke="${pin.line}" stroke-width="1.5"/>
<circle cx="0" cy="-28" r="5.5" fill="${pin.eye}" stroke="${pin.line}" stroke-width="1.5"/>
</g>`;
}

function drawAttribution(text: string): string {
  const { width, height } = staticMapPx;
  const widthMax = width - 4 * marginPx;
  const normal = drawLettering(text, unitPx.normal);
  const unit = Math.max(unitPx.least, Math.min(unitPx.normal, (unitPx.normal * widthMax) / (normal.widthPx || 1)));
  const { path, widthPx } = drawLettering(cutToWidth(text, unit, widthMax), unit);
  if (path === "") return "";
  const boxWidth = widthPx + 2 * marginPx;
  const boxHeight = 8 * unit + 2 * marginPx;
  return `<g transform="translate(${width - boxWidth} ${height - boxHeight})">
<rect width="${boxWidth}" height="${boxHeight}" fill="${paper}" fill-opacity="0.85"/>
<path transform="translate(${marginPx} ${marginPx})" d="${path}" fill="none" stroke="${ink}" stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round"/>
</g>`;
}

function cutToWidth(text: string, unit: number, widthMaxPx: number): string {
  if (drawLettering(text, unit).widthPx <= widthMaxPx) return text;
  let end = text.length;
  while (end > 0 && drawLettering(`${text.slice(0, end)}...`, unit).widthPx > widthMaxPx) end--;
  return `${text.slice(0, end)}...`;
}
