import type { ColourPicture, Grey } from "./photo-pixels.ts";

/** A finger in front of the lens: one plain, soft, skin-coloured patch that comes from an edge and fades into the photo. */

/** Sides of the cells that are compared, and how far apart detail is looked for, in pixels of the measured picture. */
const cellPx = 16;
const reachPx = 8;
/** Detail below it is soft, and where the patch ends it may be this much: the outline of a hand in focus has more. */
const softMax = 5;
const fadeMax = 13;
/** Along a quarter of its rim, the light changes over more than two cells: there is less detail than this share of the change. */
const fadeShareMax = 0.85;
/** Smaller changes are noise. */
const changeMin = 6;
/** Degrees and share of colour: from pale to dark skin. Sodium lamps and robes in its hues have more colour. */
const hueMin = -15;
const hueMax = 42;
const saturationMin = 0.2;
const saturationMax = 0.68;
/** Below it, light that shines through a finger has more colour, too. */
const redHueMax = 12;
const nearlyBlackBelow = 20;
/** How much the colour may vary over a few cells, as a share of the brightness. Out-of-focus backgrounds vary more. */
const unevenMax = 0.08;
/** A finger is one round piece: at least this share of its cells has none of others beside it. */
const insideMin = 0.5;

type Colour = { red: number; green: number; blue: number };
type Cell = Colour & { detail: number };
type Grid = { cells: Cell[]; columns: number; rows: number };

/** The share of the photo that looks like a finger, 0 to 1. `grey` is the same picture in the size that is measured. */
export function fingerShareOf(picture: ColourPicture, grey: Grey): number {
  const grid = gridOf(picture, grey);
  const sizes = patchesOf(grid).filter((patch) => isFinger(grid, patch));
  return Math.max(0, ...sizes.map((patch) => patch.size)) / grid.cells.length;
}

function gridOf(picture: ColourPicture, grey: Grey): Grid {
  const columns = Math.max(1, Math.round(grey.width / cellPx));
  const rows = Math.max(1, Math.round(grey.height / cellPx));
  const cells = Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const partOf = ({ width, height }: { width: number; height: number }) => ({
      left: Math.floor((column * width) / columns),
      right: Math.floor(((column + 1) * width) / columns),
      top: Math.floor((row * height) / rows),
      bottom: Math.floor(((row + 1) * height) / rows),
    });
    return { ...colourOf(picture, partOf(picture)), detail: detailOf(grey, partOf(grey)) };
  });
  return { cells, columns, rows };
}

type Part = { left: number; right: number; top: number; bottom: number };

/** The mean of every other pixel. */
function colourOf({ data, width, channels }: ColourPicture, { left, right, top, bottom }: Part): Colour {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      const at = (y * width + x) * channels;
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
      count += 1;
    }
  }
  return { red: red / count, green: green / count, blue: blue / count };
}

/** The root mean square of second differences in every other row: a smooth change of light has none. */
function detailOf({ data, width, height }: Grey, { left, right, top, bottom }: Part): number {
  let [squares, count] = [0, 0];
  for (let y = Math.max(top, reachPx); y < Math.min(bottom, height - reachPx); y += 2) {
    for (let x = Math.max(left, reachPx); x < Math.min(right, width - reachPx); x++) {
      const at = y * width + x;
      const twice = 2 * (data[at] ?? 0);
      squares += ((data[at - reachPx] ?? 0) + (data[at + reachPx] ?? 0) - twice) ** 2;
      squares += ((data[at - reachPx * width] ?? 0) + (data[at + reachPx * width] ?? 0) - twice) ** 2;
      count += 2;
    }
  }
  return count > 0 ? Math.sqrt(squares / count) : Number.POSITIVE_INFINITY;
}

const isSoftSkin = (cell: Cell) => cell.detail < softMax && isSkin(cell);

function isSkin({ red, green, blue }: Colour): boolean {
  const least = Math.min(green, blue);
  if (red < nearlyBlackBelow || red < Math.max(green, blue) || red - least < saturationMin * red) return false;
  const hue = (60 * (green - blue)) / (red - least);
  return hue >= hueMin && hue <= (red - least > saturationMax * red ? redHueMax : hueMax);
}

/** Connected soft cells in the colour of skin. */
function patchesOf(grid: Grid): Set<number>[] {
  const patches: Set<number>[] = [];
  const seen = new Set<number>();
  for (const [first, cell] of grid.cells.entries()) {
    if (seen.has(first) || !isSoftSkin(cell)) continue;
    const patch = new Set([first]);
    // A set yields what is added while it is walked.
    for (const at of patch) {
      for (const next of neighboursOf(grid, at)) if (isSoftSkin(grid.cells[next] as Cell)) patch.add(next);
    }
    for (const at of patch) seen.add(at);
    patches.push(patch);
  }
  return patches;
}

function neighboursOf({ columns, rows }: Grid, at: number): number[] {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  return [
    ...(column > 0 ? [at - 1] : []),
    ...(column < columns - 1 ? [at + 1] : []),
    ...(row > 0 ? [at - columns] : []),
    ...(row < rows - 1 ? [at + columns] : []),
  ];
}

function isFinger(grid: Grid, patch: ReadonlySet<number>): boolean {
  if (!comesFromOneSide(grid, patch)) return false;
  const inside = [...patch].filter((at) => neighboursOf(grid, at).every((next) => patch.has(next)));
  if (inside.length < insideMin * patch.size) return false;
  const rim = new Set([...patch].flatMap((at) => neighboursOf(grid, at).filter((next) => !patch.has(next))));
  const details = [...rim].map((at) => grid.cells[at]?.detail ?? 0);
  return (
    valueAt(0.5, details) <= fadeMax &&
    valueAt(0.25, fadesOf(grid, patch, rim)) <= fadeShareMax &&
    valueAt(0.6, unevennessOf(grid, patch, inside)) <= unevenMax
  );
}

/** The detail of the cells around the patch, as a share of how much the brightness changes across them. Walls end at edges. */
function fadesOf(grid: Grid, patch: ReadonlySet<number>, rim: ReadonlySet<number>): number[] {
  const brightnessAt = (at: number) => brightnessOf(grid.cells[at] as Cell);
  return [...rim].flatMap((at) => {
    const beside = neighboursOf(grid, at);
    const within = beside.find((next) => patch.has(next));
    const beyond = beside.find((next) => !patch.has(next) && !rim.has(next));
    if (within === undefined || beyond === undefined) return [];
    const change = Math.abs(brightnessAt(beyond) - brightnessAt(within));
    return [(grid.cells[at]?.detail ?? 0) / Math.max(changeMin, change)];
  });
}

const brightnessOf = ({ red, green, blue }: Colour) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** A finger reaches in from an edge or a corner. What spans the photo, such as a coloured sky, touches opposite edges. */
function comesFromOneSide({ columns, rows }: Grid, patch: ReadonlySet<number>): boolean {
  const touches = (isAt: (column: number, row: number) => boolean) =>
    [...patch].some((at) => isAt(at % columns, Math.floor(at / columns)));
  const across = Number(touches((column) => column === 0)) + Number(touches((column) => column === columns - 1));
  const down = Number(touches((_, row) => row === 0)) + Number(touches((_, row) => row === rows - 1));
  return across + down > 0 && across < 2 && down < 2;
}

/** How far cells differ from the middle of those at two cells' distance to both sides. */
function unevennessOf({ cells, columns }: Grid, patch: ReadonlySet<number>, inside: readonly number[]): number[] {
  return inside.flatMap((at) => {
    const column = at % columns;
    const across = column >= 2 && column < columns - 2 ? [[at - 2, at + 2] as const] : [];
    const pairs = [...across, [at - 2 * columns, at + 2 * columns] as const];
    const cell = cells[at] as Cell;
    return pairs.flatMap(([one, other]) => {
      if (!patch.has(one) || !patch.has(other)) return [];
      return Math.max(...differencesOf(cell, cells[one] as Cell, cells[other] as Cell)) / cell.red;
    });
  });
}

const differencesOf = (middle: Colour, one: Colour, other: Colour) =>
  (["red", "green", "blue"] as const).map((channel) => Math.abs(one[channel] + other[channel] - 2 * middle[channel]));

/** The value that this share of the values is below; too few say nothing. */
function valueAt(share: number, values: readonly number[]): number {
  if (values.length < 6) return Number.POSITIVE_INFINITY;
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}
