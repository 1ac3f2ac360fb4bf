import pLimit, { type LimitFunction } from "p-limit";
import { type FetchedPicture, PictureServer } from "./fetch-picture.ts";
import type { TileCache } from "./tile-cache.ts";
import type { PlacedTile, Tile } from "./tiles-around.ts";

export type TileSourceOptions = {
  /** Has `{z}`, `{x}` and `{y}`; a relative URL is resolved against `publicUrl`. */
  template: string;
  publicUrl: string;
  cache: TileCache;
  connectionsMax: number;
  timeoutMs?: number;
  restMs?: number;
};

/** Tile servers require at least a week. */
const freshForMs = 7 * 24 * 60 * 60_000;
const tileBytesMax = 500_000;

/** Tiles of the configured server, with a cache and a timeout. */
export class TileSource {
  readonly #server: PictureServer;
  readonly #limit: LimitFunction;

  constructor(private readonly options: TileSourceOptions) {
    this.#server = new PictureServer({ timeoutMs: 4_000, ...options, bytesMax: tileBytesMax });
    this.#limit = pLimit(options.connectionsMax);
  }

  /** All tiles, or undefined if one is missing. */
  async findAll(places: PlacedTile[]): Promise<{ place: PlacedTile; bytes: Uint8Array }[] | undefined> {
    const signal = this.#server.newDeadline();
    const tiles = await Promise.all(
      places.map(async (place) => ({ place, found: await this.#find(this.#addressOf(place), signal) })),
    );
    const pictures = tiles.flatMap(({ place, found }) =>
      found.kind === "picture" ? [{ place, bytes: found.bytes }] : [],
    );
    return pictures.length === places.length ? pictures : undefined;
  }

  /** One tile; `missing` if the server has none, `failed` if it can't be reached. */
  find(tile: Tile): Promise<FetchedPicture> {
    return this.#find(this.#addressOf(tile), this.#server.newDeadline());
  }

  #addressOf({ x, y, zoom }: Tile): string {
    const values: Record<string, string> = {
      z: String(zoom),
      x: String(x),
      y: String(y),
      s: "abc"[(x + y) % 3] ?? "a",
    };
    const address = this.options.template.replace(/\{(\w)\}/g, (_, name: string) => values[name] ?? "");
    return new URL(address, `${this.options.publicUrl}/`).href;
  }

  async #find(address: string, signal: AbortSignal): Promise<FetchedPicture> {
    const cached = await this.options.cache.find(address);
    if (cached && cached.ageMs < freshForMs) return { kind: "picture", bytes: cached.bytes };
    const fetched = await this.#limit(() => this.#server.fetch(address, signal));
    if (fetched.kind !== "picture") return cached ? { kind: "picture", bytes: cached.bytes } : fetched;
    await this.options.cache.keep(address, fetched.bytes).catch(() => undefined);
    return fetched;
  }
}
