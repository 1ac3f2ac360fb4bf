import type { Coordinates } from "../../contract/scalars.ts";
import { PictureServer } from "./fetch-picture.ts";

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
