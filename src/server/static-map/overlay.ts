import { staticMapPx } from "../../contract/desk-limits.ts";
import { drawText, textWidthPx } from "./text-outlines.ts";

const pin = { fill: "#d98a1f", line: "#241703", eye: "#fffdf8" };
const paper = "#fffdf8";
const ink = "#1f2a24";

const fontPx = 12;
const marginPx = 6;

/** The layer over a map as SVG: the pin with its tip in the centre, and the attribution. */
export function drawOverlay(attribution: string): string {
  const { width, height } = staticMapPx;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawAttribution(attribution)}
<g transform="translate(${width / 2} ${height / 2})" stroke="${pin.line}" stroke-width="1.5">
<ellipse cy="0.5" rx="7" ry="2.5" fill="${pin.line}" fill-opacity="0.3" stroke="none"/>
<path d="M0 0C-4 -9 -15 -16 -15 -28A15 15 0 1 1 15 -28C15 -16 4 -9 0 0Z" fill="${pin.fill}"/>
<circle cy="-28" r="5.5" fill="${pin.eye}"/>
</g></svg>`;
}

function drawAttribution(attribution: string): string {
  const { width, height } = staticMapPx;
  const text = cutToWidth(attribution.trim(), width - 4 * marginPx);
  if (text === "") return "";
  const boxWidth = textWidthPx(text, fontPx) + 2 * marginPx;
  const boxHeight = fontPx + marginPx;
  return `<rect x="${width - boxWidth}" y="${height - boxHeight}" width="${boxWidth}" height="${boxHeight}" fill="${paper}" fill-opacity="0.85"/>
<path d="${drawText(text, width - boxWidth + marginPx, height - marginPx, fontPx)}" fill="${ink}"/>`;
}

function cutToWidth(text: string, widthMaxPx: number): string {
  if (textWidthPx(text, fontPx) <= widthMaxPx) return text;
  let end = text.length;
  while (end > 0 && textWidthPx(`${text.slice(0, end)}…`, fontPx) > widthMaxPx) end--;
  return `${text.slice(0, end)}…`;
}
