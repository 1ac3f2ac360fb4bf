import { fillOf, type Label, labelOf, type MapColours, type Stroke, strokeOf } from "./map-style.ts";
import type { Feature, VectorTile } from "./vector-tile.ts";

/** What of a tile is drawn: a tile of a deeper zoom is a part of its ancestor. */
export type Piece = {
  zoom: number;
  /** Share of the ancestor's width: 1, 1/2, 1/4… */
  share: number;
  /** Column and row count pieces of that size. */
  column: number;
  row: number;
};

type Sheet = { context: CanvasRenderingContext2D; sizePx: number; colours: MapColours; piece: Piece; language: string };
type Project = (x: number, y: number) => [x: number, y: number];

/** Draws one tile of `sizePx`: areas, then lines, then names. */
export function drawVectorTile(tile: VectorTile, sheet: Sheet): void {
  const { context, sizePx, colours } = sheet;
  context.fillStyle = colours.land;
  context.fillRect(0, 0, sizePx, sizePx);
  context.lineJoin = "round";
  context.lineCap = "round";
  const all = [...tile].flatMap(([layer, { extent, features }]) => {
    const project = projectorOf(extent, sheet);
    return features.map((feature) => ({ layer, feature, project }));
  });
  for (const order of ["landcover", "landuse", "other"] as const) {
    for (const { layer, feature, project } of all) {
      if (orderOf(layer) === order) fill(sheet, layer, feature, project);
    }
  }
  const lines = all.flatMap(({ layer, feature, project }) => {
    const stroke = strokeOf(layer, feature, sheet.piece.zoom);
    return stroke ? [{ stroke, feature, project }] : [];
  });
  for (const { stroke, feature, project } of lines) drawCasing(sheet, stroke, feature, project);
  for (const { stroke, feature, project } of lines) drawLine(sheet, stroke, feature, project);
  drawLabels(
    sheet,
    all.flatMap(({ layer, feature, project }) => {
      const label = labelOf(layer, feature, sheet.piece.zoom, sheet.language);
      return label ? [{ label, feature, project }] : [];
    }),
  );
}

/** Woods lie below parks, and both below water and houses. */
const orderOf = (layer: string) =>
  layer === "landcover" ? layer : layer === "landuse" || layer === "park" ? "landuse" : "other";

function projectorOf(extent: number, { sizePx, piece: { share, column, row } }: Sheet): Project {
  const scale = sizePx / (extent * share);
  return (x, y) => [x * scale - column * sizePx, y * scale - row * sizePx];
}

/** Pixels of the canvas for one of the screen. */
const ratioOf = ({ sizePx }: Sheet) => sizePx / 256;

function trace({ context }: Sheet, { kind, parts }: Feature, project: Project): void {
  context.beginPath();
  for (const part of parts) {
    for (let at = 0; at + 1 < part.length; at += 2) {
      const [x, y] = project(part[at] ?? 0, part[at + 1] ?? 0);
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (kind === "polygon") context.closePath();
  }
}

function fill(sheet: Sheet, layer: string, feature: Feature, project: Project): void {
  const colour = fillOf(layer, feature);
  if (colour === undefined) return;
  trace(sheet, feature, project);
  sheet.context.fillStyle = sheet.colours[colour];
  sheet.context.fill("evenodd");
}

function drawCasing(sheet: Sheet, { width, casing = 0 }: Stroke, feature: Feature, project: Project): void {
  if (casing === 0) return;
  trace(sheet, feature, project);
  sheet.context.strokeStyle = sheet.colours.casing;
  sheet.context.lineWidth = (width + casing) * ratioOf(sheet);
  sheet.context.stroke();
}

function drawLine(sheet: Sheet, { colour, width, dash = [] }: Stroke, feature: Feature, project: Project): void {
  const { context, colours } = sheet;
  trace(sheet, feature, project);
  context.strokeStyle = colours[colour];
  context.lineWidth = width * ratioOf(sheet);
  context.setLineDash(dash.map((length) => length * ratioOf(sheet)));
  context.stroke();
  context.setLineDash([]);
}

type Named = { label: Label; feature: Feature; project: Project };
type Placed = { x: number; y: number; angle: number; half: number; height: number };

/** Names that don't fit into the tile or on each other are left out. */
function drawLabels(sheet: Sheet, named: readonly Named[]): void {
  const { context, colours } = sheet;
  const taken: Placed[] = [];
  const written = new Set<string>();
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { label, feature, project } of named) {
    context.font = `${label.isStrong ? 600 : 400} ${label.sizePx * ratioOf(sheet)}px "Source Sans 3", sans-serif`;
    const half = context.measureText(label.text).width / 2;
    const height = label.sizePx * ratioOf(sheet);
    const place =
      feature.kind === "point" ? onPoint(sheet, feature, project, half, height) : onLine(feature, project, half);
    if (!place) continue;
    const placed = { ...place, half, height };
    const isInside = place.x > 0 && place.y > 0 && place.x < sheet.sizePx && place.y < sheet.sizePx;
    if (!isInside || written.has(label.text) || taken.some((other) => overlaps(placed, other))) continue;
    taken.push(placed);
    written.add(label.text);
    context.save();
    context.translate(place.x, place.y);
    context.rotate(place.angle);
    context.lineWidth = 3.5 * ratioOf(sheet);
    context.strokeStyle = colours.halo;
    context.strokeText(label.text, 0, 0);
    context.fillStyle = colours.text;
    context.fillText(label.text, 0, 0);
    context.restore();
  }
}

/** Moved inwards, so that it isn't cut at the tile's edge; undefined if it is wider than the tile. */
function onPoint({ sizePx }: Sheet, { parts }: Feature, project: Project, half: number, height: number) {
  const [first = []] = parts;
  const [x, y] = project(first[0] ?? 0, first[1] ?? 0);
  const isOther = x < 0 || y < 0 || x >= sizePx || y >= sizePx;
  if (isOther || 2 * half > sizePx - 4) return undefined;
  const within = (value: number, margin: number) => Math.min(sizePx - margin, Math.max(margin, value));
  return { x: within(x, half + 2), y: within(y, height), angle: 0 };
}

/** Along the longest straight piece, if it is long enough; never upside down. */
function onLine({ parts }: Feature, project: Project, half: number) {
  let best: { x: number; y: number; angle: number } | undefined;
  let longest = 2.1 * half;
  for (const part of parts) {
    for (let at = 0; at + 3 < part.length; at += 2) {
      const [x, y] = project(part[at] ?? 0, part[at + 1] ?? 0);
      const [toX, toY] = project(part[at + 2] ?? 0, part[at + 3] ?? 0);
      const length = Math.hypot(toX - x, toY - y);
      if (length <= longest) continue;
      longest = length;
      const angle = Math.atan2(toY - y, toX - x);
      const isTurned = Math.abs(angle) > Math.PI / 2;
      best = { x: (x + toX) / 2, y: (y + toY) / 2, angle: isTurned ? angle + Math.PI : angle };
    }
  }
  return best;
}

/** Whether two names overlap; turned ones are taken for circles. */
function overlaps(one: Placed, other: Placed): boolean {
  const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  if (one.angle === 0 && other.angle === 0) return dx < one.half + other.half && dy < (one.height + other.height) / 2;
  return Math.hypot(dx, dy) < Math.max(one.half, other.half) + one.height;
}
