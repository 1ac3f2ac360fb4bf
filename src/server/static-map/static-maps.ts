import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Coordinates } from "../../contract/scalars.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { baseMapAttribution, baseMapZoomMax, drawBaseMap } from "./base-map.ts";
import { renderBaseMap, renderForeignMap, renderTiledMap } from "./map-picture.ts";
import { drawOverlay } from "./overlay.ts";
import type { StaticMapService } from "./static-map-service.ts";
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
