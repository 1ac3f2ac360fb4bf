import type { Grey } from "./photo-pixels.ts";

const whiteFrom = 252;
/** A sky that is white here is hardly less so beside it. */
const skyFrom = 240;
/** Sides of the cells in which a sky is looked for: large enough to reach past branches and wires. */
const cellPx = 16;
/** At least this share of a sky's cell is that light. */
const skyMin = 0.5;
/** Above it, what isn't white is too bright as well: then the photo has too much light, not a white sky. */
const restBrightnessMax = 170;

/**
 * The share of a photo that is as white as can be and hides something, 0 to 1. A white sky hides nothing: it is connected
 * to the upper edge, and what lies below it has the right light.
 */
export function glareShareOf(grey: Grey): number {
  const { data, width, height } = grey;
  const columns = Math.max(1, Math.round(width / cellPx));
  const rows = Math.max(1, Math.round(height / cellPx));
  const whiteIn = new Uint32Array(columns * rows);
  const lightIn = new Uint32Array(columns * rows);
  const pixelsIn = new Uint32Array(columns * rows);
  let white = 0;
  let restSum = 0;
  for (let y = 0, pixel = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let column = 0, x = 0; column < columns; column++) {
      const right = Math.ceil(((column + 1) * width) / columns);
      const left = x;
      let found = 0;
      let light = 0;
      for (; x < right; x++, pixel++) {
        const value = data[pixel] ?? 0;
        if (value >= whiteFrom) found += 1;
        else restSum += value;
        if (value >= skyFrom) light += 1;
      }
      white += found;
      lightIn[row + column] = (lightIn[row + column] ?? 0) + light;
      whiteIn[row + column] = (whiteIn[row + column] ?? 0) + found;
      pixelsIn[row + column] = (pixelsIn[row + column] ?? 0) + right - left;
    }
  }
  const rest = data.length - white;
  if (rest === 0 || restSum / rest > restBrightnessMax) return white / data.length;
  const isLight = (cell: number) => (lightIn[cell] ?? 0) >= skyMin * (pixelsIn[cell] ?? 0);
  let sky = 0;
  for (const cell of skyOf({ columns, rows, isLight })) sky += whiteIn[cell] ?? 0;
  return (white - sky) / data.length;
}

type Cells = { columns: number; rows: number; isLight: (cell: number) => boolean };

/** Light cells that are connected to the upper edge. */
function skyOf({ columns, rows, isLight }: Cells): Set<number> {
  const sky = new Set(Array.from({ length: columns }, (_, column) => column).filter(isLight));
  // A set yields what is added while it is walked.
  for (const cell of sky) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        if (isLight(y * columns + x)) sky.add(y * columns + x);
      }
    }
  }
  return sky;
}
