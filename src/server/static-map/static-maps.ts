import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { geoGraticule, geoMercator, geoPath } from "d3-geo";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { feature, mesh } from "topojson-client";
import { staticMapPx } from "../../contract/desk-limits.ts";
import { worldPxAt } from "../../contract/mercator.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { PictureServer } from "./fetch-picture.ts";
import { renderBaseMap, renderForeignMap, renderTiledMap } from "./map-picture.ts";
import { drawText, textWidthPx } from "./text-outlines.ts";
import type { TileSource } from "./tile-source.ts";
import { requireMappable, tilesAround } from "./tiles-around.ts";

export type StaticMap = {
  png: Buffer;
  etag: string;
  /** The built-in map is only used until tiles are available again. */
  maxAgeSeconds: number;
};

type Wanted = { place: Coordinates; zoom: number };

const defaultZoom = 14;
const foreignMaxAgeSeconds = 24 * 60 * 60;
const baseMapMaxAgeSeconds = 5 * 60;
const keptMax = 200;
const drawingAtOnce = 2;
const waitingMax = 40;

export class StaticMaps {
  readonly #limit = pLimit(drawingAtOnce);
  #underWay = 0;
  readonly #kept = new LRUCache<string, StaticMap, Wanted>({
    max: keptMax,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const map = await this.#drawInTurn(context);
      options.ttl = map.maxAgeSeconds * 1000;
      return map;
    },
  });

  constructor(
    private readonly parts: { tiles: TileSource; attribution: string; service?: StaticMapService | undefined },
  ) {}

  /**
   * Simultaneous requests share one drawing.
   * @throws DomainError `validation_failed` outside the map; `unavailable` for too many requests
   */
  async get(coordinates: Coordinates, zoom = defaultZoom): Promise<StaticMap> {
    const [latitude, longitude] = requireMappable(coordinates);
    // A metre is less than a pixel at every zoom.
    const place: Coordinates = [round(latitude), round(longitude)];
    return this.#kept.forceFetch(`${place.join()}/${zoom}`, { context: { place, zoom } });
  }

  async #drawInTurn(wanted: Wanted): Promise<StaticMap> {
    if (this.#underWay >= waitingMax) throw new DomainError("unavailable.maps");
    this.#underWay += 1;
    try {
      return await this.#limit(() => this.#draw(wanted));
    } finally {
      this.#underWay -= 1;
    }
  }

  async #draw(wanted: Wanted): Promise<StaticMap> {
    const foreign =
      (await this.#askService(wanted).catch(() => undefined)) ??
      (await this.#drawFromTiles(wanted).catch(() => undefined));
    if (foreign) return toStaticMap(foreign, foreignMaxAgeSeconds);
    const base = drawBaseMap(wanted.place, Math.min(wanted.zoom, baseMapZoomMax));
    return toStaticMap(await renderBaseMap(base, drawOverlay(baseMapAttribution)), baseMapMaxAgeSeconds);
  }

  async #askService({ place, zoom }: Wanted): Promise<Buffer | undefined> {
    const picture = await this.parts.service?.find(place, zoom);
    return picture && renderForeignMap(picture);
  }

  async #drawFromTiles({ place, zoom }: Wanted): Promise<Buffer | undefined> {
    const tiles = await this.parts.tiles.findAll(tilesAround(place, zoom));
    return tiles && renderTiledMap(tiles, drawOverlay(this.parts.attribution));
  }
}

function toStaticMap(png: Buffer, maxAgeSeconds: number): StaticMap {
  return { png, etag: `"${createHash("sha256").update(png).digest("hex").slice(0, 32)}"`, maxAgeSeconds };
}

const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000 + 0;

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

type Atlas = Parameters<typeof mesh>[0];
type BaseMap = { land: ReturnType<typeof feature>; borders: ReturnType<typeof mesh> };

const baseMapAttribution = "Natural Earth";
/** Beyond this zoom the built-in map shows too little to recognise places. */
const baseMapZoomMax = 5;
const coarseZoomMax = 2;
/** By zoom. */
const graticuleStepDegrees = [30, 30, 15, 10, 5, 2];

const colours = { water: "#d8e4e4", land: "#f4eedf", coast: "#8fa79b", border: "#cfc3a8", graticule: "#c6d5d3" };

/** Draws the map around a place as SVG: land, borders and graticule, without a network. */
function drawBaseMap([latitude, longitude]: Coordinates, zoom: number): string {
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

const pictureBytesMax = 2_000_000;
const timeoutMs = 5_000;

/** A service for static maps, called by the server so that its key stays secret. */
export class StaticMapService {
  readonly #template: string;
  readonly #server: PictureServer;

  /** @param template with `{lat}` and `{lon}`, and `{zoom}` if supported; it may contain a key */
  constructor({ template, publicUrl }: { template: string; publicUrl: string }) {
    this.#template = template;
    this.#server = new PictureServer({ publicUrl, bytesMax: pictureBytesMax, timeoutMs });
  }

  /** The service's map with its own marker. */
  async find([latitude, longitude]: Coordinates, zoom: number): Promise<Buffer | undefined> {
    const values: Record<string, string> = { lat: String(latitude), lon: String(longitude), zoom: String(zoom) };
    const address = this.#template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    const fetched = await this.#server.fetch(address);
    // Single tiles may be missing, but a service without a map has another address or key.
    if (fetched.kind === "missing") this.#server.rest();
    return fetched.kind === "picture" ? fetched.bytes : undefined;
  }
}
