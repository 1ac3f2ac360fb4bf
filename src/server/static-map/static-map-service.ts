import type { Coordinates } from "../../contract/scalars.ts";
import { fetchPicture } from "./fetch-picture.ts";

export type StaticMapServiceOptions = {
  /** With `{lat}` and `{lon}`, and `{zoom}` if supported; it may contain a key. */
  template: string;
  publicUrl: string;
  timeoutMs?: number;
  /** How long a failed service is left alone. */
  restMs?: number;
};

const pictureBytesMax = 2_000_000;

/** A service for static maps, called by the server so that its key stays secret. */
export class StaticMapService {
  readonly #options: Required<StaticMapServiceOptions>;
  #restsUntilMs = 0;

  constructor(options: StaticMapServiceOptions) {
    this.#options = { timeoutMs: 5_000, restMs: 60_000, ...options };
  }

  /** The service's map with its own marker. */
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
