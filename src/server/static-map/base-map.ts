import { createRequire } from "node:module";
import { geoGraticule, geoMercator, geoPath } from "d3-geo";
import { feature, mesh } from "topojson-client";
import { staticMapPx } from "../../contract/desk-limits.ts";
import { worldPxAt } from "../../contract/mercator.ts";
import type { Coordinates } from "../../contract/scalars.ts";

type Atlas = Parameters<typeof mesh>[0];
type BaseMap = { land: ReturnType<typeof feature>; borders: ReturnType<typeof mesh> };

export const baseMapAttribution = "Natural Earth";
/** Beyond this zoom the built-in map shows too little to recognise places. */
export const baseMapZoomMax = 5;
const coarseZoomMax = 2;
/** By zoom. */
const graticuleStepDegrees = [30, 30, 15, 10, 5, 2];

const colours = { water: "#d8e4e4", land: "#f4eedf", coast: "#8fa79b", border: "#cfc3a8", graticule: "#c6d5d3" };

/** Draws the map around a place as SVG: land, borders and graticule, without a network. */
export function drawBaseMap([latitude, longitude]: Coordinates, zoom: number): string {
  const { width, height } = staticMapPx;
  const margin = 2;
  const projection = geoMercator()
    .scale(worldPxAt(zoom) / (2 * Math.PI))
    .rotate([-longitude, 0])
    .center([0, latitude])
    .translate([width / 2, height / 2])
    // The atlas is detailed enough; resampling would take twice as long.
    .precision(0)
    .clipExtent([
      [-margin, -margin],
      [width + margin, height + margin],
    ]);
  const trace = geoPath(projection).digits(1);
  const { land, borders } = loadBaseMap(zoom <= coarseZoomMax ? "110m" : "50m");
  const step = graticuleStepDegrees[zoom] ?? 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${colours.water}"/>
<path d="${trace(geoGraticule().step([step, step])()) ?? ""}" fill="none" stroke="${colours.graticule}"/>
<path d="${trace(land) ?? ""}" fill="${colours.land}" fill-rule="evenodd" stroke="${colours.coast}" stroke-linejoin="round"/>
<path d="${trace(borders) ?? ""}" fill="none" stroke="${colours.border}" stroke-linejoin="round"/>
</svg>`;
}

const require = createRequire(import.meta.url);
const loaded = new Map<string, BaseMap>();

function loadBaseMap(scale: "110m" | "50m"): BaseMap {
  const known = loaded.get(scale);
  if (known) return known;
  const atlas = require(`world-atlas/countries-${scale}.json`) as Atlas;
  const { land, countries } = atlas.objects;
  if (!land || !countries) throw new Error(`The world atlas at 1:${scale} has no land or no countries`);
  const borders = mesh(atlas, countries as Parameters<typeof mesh>[1], (one, other) => one !== other);
  const map = { land: feature(atlas, land), borders };
  loaded.set(scale, map);
  return map;
}
