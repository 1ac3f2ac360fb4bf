import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import { projectToWorld, tilePx, type Viewport, type WorldPoint } from "./viewport.ts";

type Atlas = Parameters<typeof mesh>[0];
type Line = { points: WorldPoint[]; west: number; east: number; north: number; south: number };
type BaseMap = { land: Line[][]; borders: Line[] };

export const baseMapAttribution = "Natural Earth";
/** Beyond it the built-in map has nothing to tell one place from another. */
export const baseMapZoomMax = 5;
const coarseZoomMax = 2;

const colours = { water: "#d8e4e4", land: "#f4eedf", coast: "#8fa79b", border: "#cfc3a8", graticule: "#c6d5d3" };

/** Land, borders and the lines of the graticule, as SVG; it needs neither a network nor a tile server. */
export async function drawBaseMap(viewport: Viewport): Promise<string> {
  const map = await (viewport.zoom <= coarseZoomMax ? loadCoarse() : loadFine());
  const { width, height } = viewport;
  const land = map.land.map((rings) => (rings[0] ? tracePolygon(rings, rings[0], viewport) : "")).join("");
  const borders = map.borders.map((line) => traceLine(line, viewport)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${colours.water}"/>
<path d="${traceGraticule(viewport)}" fill="none" stroke="${colours.graticule}"/>
<path d="${land}" fill="${colours.land}" fill-rule="evenodd" stroke="${colours.coast}" stroke-linejoin="round"/>
<path d="${borders}" fill="none" stroke="${colours.border}" stroke-linejoin="round"/>
</svg>`;
}

const loadCoarse = once(() => load("world-atlas/countries-110m.json"));
const loadFine = once(() => load("world-atlas/countries-50m.json"));

async function load(name: string): Promise<BaseMap> {
  const atlas = JSON.parse(await readFile(createRequire(import.meta.url).resolve(name), "utf8")) as Atlas;
  const { land: landShape, countries } = atlas.objects;
  if (!landShape || !countries) throw new Error(`${name} has no land or no countries`);
  const shapes = feature(atlas, landShape);
  const polygons = ("features" in shapes ? shapes.features : [shapes]).flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return [geometry.coordinates];
    return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  });
  const borders = mesh(atlas, countries as Parameters<typeof mesh>[1], (one, other) => one !== other).coordinates;
  return { land: polygons.map((rings) => rings.map(projectLine)), borders: borders.map(projectLine) };
}

/** Runs on beyond the antimeridian instead of leaping back; a ring around a pole is closed along the end of the map. */
function projectLine(coordinates: number[][]): Line {
  const points: WorldPoint[] = [];
  let turns = 0;
  let previous: number | undefined;
  for (const [longitude = 0, latitude = 0] of coordinates) {
    if (previous !== undefined && Math.abs(longitude - previous) > 180) turns += longitude < previous ? 1 : -1;
    previous = longitude;
    points.push(projectToWorld(latitude, longitude + 360 * turns));
  }
  const [first] = points;
  const last = points.at(-1);
  if (turns !== 0 && first && last) points.push([last[0], 1], [first[0], 1]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { points, west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** The world goes round: what lies beyond one of its edges is seen at the other too. */
const turnsOfTheWorld = [-1, 0, 1];

function tracePolygon(rings: Line[], outline: Line, viewport: Viewport): string {
  return turnsOfTheWorld
    .filter((turn) => isSeen(outline, turn, viewport))
    .map((turn) => rings.map((ring) => `${trace(ring, turn, viewport)}Z`).join(""))
    .join("");
}

function traceLine(line: Line, viewport: Viewport): string {
  return turnsOfTheWorld
    .filter((turn) => isSeen(line, turn, viewport))
    .map((turn) => trace(line, turn, viewport))
    .join("");
}

function isSeen(line: Line, turn: number, { zoom, left, top, width, height }: Viewport): boolean {
  const worldPx = tilePx * 2 ** zoom;
  return (
    (line.east + turn) * worldPx >= left &&
    (line.west + turn) * worldPx <= left + width &&
    line.south * worldPx >= top &&
    line.north * worldPx <= top + height
  );
}

function trace({ points }: Line, turn: number, { zoom, left, top }: Viewport): string {
  const worldPx = tilePx * 2 ** zoom;
  return `M${points.map(([x, y]) => `${toTenth((x + turn) * worldPx - left)} ${toTenth(y * worldPx - top)}`).join("L")}`;
}

const toTenth = (value: number) => Math.round(value * 10) / 10;

function traceGraticule({ zoom, left, top, width, height }: Viewport): string {
  const stepDegrees = [30, 30, 15, 10, 5, 2][zoom] ?? 2;
  const worldPx = tilePx * 2 ** zoom;
  const lines: string[] = [];
  for (let longitude = -540; longitude <= 540; longitude += stepDegrees) {
    const x = toTenth(projectToWorld(0, longitude)[0] * worldPx - left);
    if (x >= 0 && x <= width) lines.push(`M${x} 0V${height}`);
  }
  for (let latitude = -84; latitude <= 84; latitude += 1) {
    if (latitude % stepDegrees !== 0) continue;
    const y = toTenth(projectToWorld(latitude, 0)[1] * worldPx - top);
    if (y >= 0 && y <= height) lines.push(`M0 ${y}H${width}`);
  }
  return lines.join("");
}

/** A failure is forgotten, so that the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (!made) {
      made = make();
      made.catch(() => {
        made = undefined;
      });
    }
    return made;
  };
}
