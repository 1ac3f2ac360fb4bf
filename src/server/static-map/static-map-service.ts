import type { Coordinates } from "../../contract/scalars.ts";
import { fetchPicture } from "./fetch-picture.ts";

export type StaticMapServiceOptions = {
  /** With `{lat}` and `{lon}`, and `{zoom}` where it has one; it may hold a key. */
  template: string;
  publicUrl: string;
  timeoutMs?: number;
  /** How long a service that failed is not asked again. */
  restMs?: number;
};

const pictureBytesMax = 2_000_000;

/** A service for static maps. The server asks it, never the browser, so that its key stays here. */
export class StaticMapService {
  readonly #options: Required<StaticMapServiceOptions>;
  #restsUntilMs = 0;

  constructor(options: StaticMapServiceOptions) {
    this.#options = { timeoutMs: 5_000, restMs: 60_000, ...options };
  }

  /** The service's picture with its own marker; undefined where it has none. */
  async find([latitude, longitude]: Coordinates, zoom: number): Promise<Buffer | undefined> {
    const { template, publicUrl, timeoutMs, restMs } = this.#options;
    if (Date.now() < this.#restsUntilMs) return undefined;
    const values: Record<string, string> = { lat: String(latitude), lon: String(longitude), zoom: String(zoom) };
    const address = template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    const signal = AbortSignal.timeout(timeoutMs);
    const fetched = await fetchPicture(address, { signal, publicUrl, bytesMax: pictureBytesMax });
    if (fetched.kind === "picture") return fetched.bytes;
    this.#restsUntilMs = Date.now() + restMs;
    return undefined;
  }
}
