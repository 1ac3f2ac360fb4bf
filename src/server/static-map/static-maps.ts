import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { DomainError } from "../../contract/errors.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { baseMapAttribution, baseMapZoomMax, drawBaseMap } from "./base-map.ts";
import { renderForeignMap, renderTiledMap, renderVectorMap } from "./map-picture.ts";
import { drawOverlay } from "./overlay.ts";
import type { StaticMapService } from "./static-map-service.ts";
import type { TileSource } from "./tile-source.ts";
import { requireMappable, tilesOf, viewportAround } from "./viewport.ts";

export type StaticMap = {
  png: Buffer;
  etag: string;
  /** How long it may be kept: the built-in map stands in only until the tiles are to be had again. */
  maxAgeSeconds: number;
};

const defaultZoom = 14;
const foreignMaxAgeSeconds = 24 * 60 * 60;
const baseMapMaxAgeSeconds = 5 * 60;
const keptMax = 200;
const drawingAtOnce = 2;
const waitingMax = 40;

/** Draws maps with a pin and keeps those that were asked for last. */
export class StaticMaps {
  readonly #tiles: TileSource;
  readonly #attribution: string;
  readonly #service: StaticMapService | undefined;
  readonly #limit = pLimit(drawingAtOnce);
  readonly #kept = new Map<string, { map: StaticMap; untilMs: number }>();
  readonly #underWay = new Map<string, Promise<StaticMap>>();

  constructor(parts: { tiles: TileSource; attribution: string; service?: StaticMapService }) {
    this.#tiles = parts.tiles;
    this.#attribution = parts.attribution;
    this.#service = parts.service;
  }

  /** @throws DomainError `validation_failed` where no map reaches; `unavailable` where too many are asked for at once */
  async get(coordinates: Coordinates, zoom = defaultZoom): Promise<StaticMap> {
    const [latitude, longitude] = requireMappable(coordinates);
    // A metre, which is less than a pixel at every zoom there is.
    const place: Coordinates = [round(latitude), round(longitude)];
    const key = `${place.join()}/${zoom}`;
    const kept = this.#kept.get(key);
    if (kept && Date.now() < kept.untilMs) {
      this.#keep(key, kept);
      return kept.map;
    }
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    if (this.#underWay.size >= waitingMax) {
      throw new DomainError("unavailable", "Too many maps are being drawn. Try again in a moment.");
    }
    const drawn = this.#limit(() => this.#draw(place, zoom))
      .then((map) => {
        this.#keep(key, { map, untilMs: Date.now() + map.maxAgeSeconds * 1000 });
        return map;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, drawn);
    return drawn;
  }

  async #draw(place: Coordinates, zoom: number): Promise<StaticMap> {
    return (
      (await this.#askService(place, zoom)) ??
      (await this.#drawFromTiles(place, zoom)) ??
      (await this.#drawBaseMap(place, zoom))
    );
  }

  async #askService(place: Coordinates, zoom: number): Promise<StaticMap | undefined> {
    const picture = await this.#service?.find(place, zoom);
    if (!picture) return undefined;
    try {
      return toStaticMap(await renderForeignMap(picture), foreignMaxAgeSeconds);
    } catch {
      return undefined;
    }
  }

  async #drawFromTiles(place: Coordinates, zoom: number): Promise<StaticMap | undefined> {
    const viewport = viewportAround(place, zoom);
    const tiles = await this.#tiles.findAll(tilesOf(viewport));
    if (!tiles) return undefined;
    try {
      return toStaticMap(await renderTiledMap(viewport, tiles, drawOverlay(this.#attribution)), foreignMaxAgeSeconds);
    } catch {
      return undefined;
    }
  }

  async #drawBaseMap(place: Coordinates, zoom: number): Promise<StaticMap> {
    const map = await drawBaseMap(viewportAround(place, Math.min(zoom, baseMapZoomMax)));
    return toStaticMap(await renderVectorMap(map, drawOverlay(baseMapAttribution)), baseMapMaxAgeSeconds);
  }

  /** The one that was asked for least recently makes room. */
  #keep(key: string, entry: { map: StaticMap; untilMs: number }): void {
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function toStaticMap(png: Buffer, maxAgeSeconds: number): StaticMap {
  return { png, etag: `"${createHash("sha256").update(png).digest("hex").slice(0, 32)}"`, maxAgeSeconds };
}

const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000 + 0;
