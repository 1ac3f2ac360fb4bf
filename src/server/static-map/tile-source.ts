import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { type FetchedPicture, PictureServer } from "./fetch-picture.ts";
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

type CachedTile = { bytes: Buffer; ageMs: number };

const sweepEveryWrites = 100;

/** Tiles as files, up to a total size; the oldest are removed first. */
export class TileCache {
  #writes = 0;

  constructor(private readonly options: { folder: string; bytesMax: number }) {}

  async find(address: string): Promise<CachedTile | undefined> {
    const path = this.#pathOf(address);
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
      return { bytes, ageMs: Date.now() - mtimeMs };
    } catch {
      return undefined;
    }
  }

  async keep(address: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(address);
    const unfinished = `${path}.${randomUUID()}`;
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, path);
    this.#writes += 1;
    if (this.#writes % sweepEveryWrites === 1) await this.sweep();
  }

  async sweep(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.options.folder)).map(async (name) => {
        const path = join(this.options.folder, name);
        const found = await stat(path).catch(() => undefined);
        return { path, sizeBytes: found?.size ?? 0, modifiedMs: found?.mtimeMs ?? 0 };
      }),
    );
    let keptBytes = 0;
    for (const { path, sizeBytes } of files.toSorted((a, b) => b.modifiedMs - a.modifiedMs)) {
      keptBytes += sizeBytes;
      if (keptBytes > this.options.bytesMax) await rm(path, { force: true });
    }
  }

  /** The URL may contain a key, so file names don't show it. */
  #pathOf(address: string): string {
    return join(this.options.folder, createHash("sha256").update(address).digest("hex"));
  }
}
