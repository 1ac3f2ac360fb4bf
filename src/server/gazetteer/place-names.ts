import { once } from "node:events";
import type { Place } from "../../contract/places.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { metersBetween } from "../../protocol/distance.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import { startThread } from "../own-programs.ts";

const foundMax = 12;
/** More than an administrator needs for one quest; then the memory is freed. */
const keptMs = 15 * 60 * 1000;

// What outweighs ten times as many people is 1.
const exactFit = 2.5;
const startFit = 0.5;
const nearFit = 3;
/** At this distance, being near counts half. */
const nearKm = 150;

function nearness({ coordinates: [latitude, longitude] }: Place, near: Coordinates | undefined): number {
  if (!near) return 0;
  const km = metersBetween({ latitude, longitude }, { latitude: near[0], longitude: near[1] }) / 1_000;
  return nearFit / (1 + km / nearKm);
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const lineFeed = 0x0a;
const tab = 0x09;

/** Finds places by name. The gazetteer is loaded at the first search and freed after a while without one. */
export class PlaceNames {
  #gazetteer: Promise<Buffer> | undefined;
  #letGo: NodeJS.Timeout | undefined;

  /**
   * Finds up to 12 places: the large and the near first, and those whose name fits better. After a comma, the query may
   * name region and country: `Rye, England`.
   */
  async find(query: string, near?: Coordinates): Promise<Place[]> {
    const [name = "", ...regions] = query.split(",").map(normalizeSearchText);
    const region = regions.filter(Boolean);
    if (name === "") return [];
    const lines = await this.#read();
    const found = new Map<number, { place: Place; rank: number }>();
    for (const [needle, fit] of [
      [`\n${name}\t`, exactFit],
      [`\n${name}`, startFit],
      [` ${name}`, 0],
    ] as const) {
      for (const start of linesWith(lines, Buffer.from(needle))) {
        if (found.has(start)) continue;
        const { population, ...place } = placeAt(lines, start);
        const around = normalizeSearchText(`${place.administrative_area ?? ""} ${place.country}`);
        if (!region.every((words) => around.includes(words))) continue;
        found.set(start, { place, rank: fit + Math.log10(population + 1) + nearness(place, near) });
      }
    }
    return [...found.values()]
      .sort((one, other) => other.rank - one.rank)
      .slice(0, foundMax)
      .map(({ place }) => place);
  }

  #read(): Promise<Buffer> {
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => {
      this.#gazetteer = undefined;
    }, keptMs).unref();
    this.#gazetteer ??= readGazetteer().catch((error) => {
      this.#gazetteer = undefined;
      throw error;
    });
    return this.#gazetteer;
  }
}

/** The starts of the lines whose first column contains the needle. */
function* linesWith(lines: Buffer, needle: Buffer): Iterable<number> {
  let at = lines.indexOf(needle);
  while (at !== -1) {
    const start = lines.lastIndexOf(lineFeed, at);
    if (at < lines.indexOf(tab, start)) yield start;
    at = lines.indexOf(needle, at + needle.length - 1);
  }
}

function placeAt(lines: Buffer, start: number): Place & { population: number } {
  const line = lines.toString("utf8", start + 1, lines.indexOf(lineFeed, start + 1));
  const [, name = "", latitude, longitude, country = "", area, population] = line.split("\t");
  return {
    name,
    administrative_area: area || null,
    country: countryNames.of(country) ?? country,
    coordinates: [Number(latitude), Number(longitude)],
    population: Number(population),
  };
}

/**
 * Places with more than about 1,000 people (GeoNames, CC BY 4.0), largest first, one per line: `normalized name ⇥ name
 * ⇥ latitude ⇥ longitude ⇥ country code ⇥ administrative area ⇥ population`. Each line starts with a line feed. About 10 MB outside
 * the heap, built in a thread.
 */
async function readGazetteer(): Promise<Buffer> {
  const thread = startThread(import.meta.url, "gazetteer-thread", {});
  const [lines]: Uint8Array<ArrayBuffer>[] = await once(thread, "message");
  if (!lines) throw new Error("the gazetteer thread sent nothing");
  return Buffer.from(lines.buffer);
}
