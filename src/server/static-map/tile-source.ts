import pLimit from "p-limit";
import { fetchPicture } from "./fetch-picture.ts";
import type { TileCache } from "./tile-cache.ts";
import type { PlacedTile } from "./tiles-around.ts";

export type TileSourceOptions = {
  /** With `{z}`, `{x}` and `{y}`; an address without scheme and host is below `publicUrl`. */
  template: string;
  /** Named in our User-Agent, so that the tile server's people know whom to write to. */
  publicUrl: string;
  cache: TileCache;
  timeoutMs?: number;
  /** How long a server that failed is not asked again. */
  restMs?: number;
};

/** Tile servers ask for a week at least, and public ones for few connections. */
const freshForMs = 7 * 24 * 60 * 60_000;
const connectionsMax = 2;
const tileBytesMax = 500_000;

/** Tiles of the configured server, as far as it answers in time. */
export class TileSource {
  readonly #options: Required<TileSourceOptions>;
  readonly #limit = pLimit(connectionsMax);
  #restsUntilMs = 0;

  constructor(options: TileSourceOptions) {
    this.#options = { timeoutMs: 4_000, restMs: 60_000, ...options };
  }

  /** All of the tiles, or undefined where one is missing. */
  async findAll(places: PlacedTile[]): Promise<{ place: PlacedTile; bytes: Uint8Array }[] | undefined> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    const tiles = await Promise.all(
      places.map(async (place) => ({ place, bytes: await this.#find(this.#addressOf(place), signal) })),
    );
    return tiles.every((tile): tile is { place: PlacedTile; bytes: Buffer } => tile.bytes !== undefined)
      ? tiles
      : undefined;
  }

  #addressOf({ x, y, zoom }: PlacedTile): string {
    const values: Record<string, string> = {
      z: String(zoom),
      x: String(x),
      y: String(y),
      s: "abc"[(x + y) % 3] ?? "a",
    };
    const address = this.#options.template.replace(/\{(\w)\}/g, (_, name: string) => values[name] ?? "");
    return new URL(address, `${this.#options.publicUrl}/`).href;
  }

  async #find(address: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const cached = await this.#options.cache.find(address);
    if (cached && cached.ageMs < freshForMs) return cached.bytes;
    const fetched = await this.#limit(() => this.#fetch(address, signal));
    if (!fetched) return cached?.bytes;
    await this.#options.cache.keep(address, fetched).catch(() => undefined);
    return fetched;
  }

  async #fetch(address: string, signal: AbortSignal): Promise<Buffer | undefined> {
    if (signal.aborted || Date.now() < this.#restsUntilMs) return undefined;
    const { publicUrl } = this.#options;
    const fetched = await fetchPicture(address, { signal, publicUrl, bytesMax: tileBytesMax });
    if (fetched.kind === "picture") return fetched.bytes;
    // A missing tile does not mean that the others are missing too.
    if (fetched.kind === "failed") this.#rest();
    return undefined;
  }

  #rest(): void {
    this.#restsUntilMs = Date.now() + this.#options.restMs;
  }
}
