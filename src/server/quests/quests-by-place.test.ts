import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import type { QuestFilter } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { type OpenDatabase, openDatabase } from "../database/connection.ts";
import { boxesAround } from "../evidence/boxes.ts";
import { listQuests } from "./quest-queries.ts";

const earthRadiusKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function haversineKm([lat1, lon1]: Coordinates, [lat2, lon2]: Coordinates): number {
  const half =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)));
}

const edges = [-180, -179.9999, -90, -1, 0, 1, 89.9999, 179.9999, 180];
const longitude = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(...edges));
const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: 85, max: 90, noNaN: true }),
  fc.double({ min: -90, max: -89.9, noNaN: true }),
  fc.constantFrom(-90, 0, 90),
);
const place: fc.Arbitrary<Coordinates> = fc.tuple(latitude, longitude);
const seed = 20_170_817;

it("boxes contain every location within the distance, also at poles and the date line", () => {
  const near: fc.Arbitrary<[Coordinates, Coordinates]> = fc.oneof(
    fc.tuple(place, place),
    fc
      .tuple(place, fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }))
      .map(([[lat, lon], north, east]): [Coordinates, Coordinates] => [
        [lat, lon],
        [Math.max(-90, Math.min(90, lat + north)), ((lon + east + 540) % 360) - 180],
      ]),
  );
  fc.assert(
    fc.property(near, ([center, other]) => {
      const boxes = boxesAround({ latitude: center[0], longitude: center[1] }, 1000 * haversineKm(center, other));
      for (const { west, south, east, north } of boxes) {
        expect(-180 <= west && west <= east && east <= 180 && -90 <= south && south <= north && north <= 90).toBe(true);
      }
      const isIn = boxes.some(
        ({ west, south, east, north }) =>
          other[0] >= south && other[0] <= north && other[1] >= west && other[1] <= east,
      );
      expect(isIn || haversineKm(center, other) === 0).toBe(true);
    }),
    { seed, numRuns: 5_000 },
  );
});

describe("lists by location", () => {
  let database: TestDatabase;
  let byIndex: OpenDatabase;
  let quests: { id: number; place: Coordinates }[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { pool } = database;
    const places = fc.sample(place, { numRuns: 700, seed });
    // Some are at the same location, so that only ids order them.
    const all = [...places, ...places.slice(0, 50)];
    await pool.query(
      "INSERT INTO organizations (id, organization_name, organization_email) VALUES (1, 'Trees', 'a@b.example')",
    );
    const { rows } = await pool.query(
      `INSERT INTO quests (quest_name, organization_id, quest_status, location_id, latitude, longitude)
       SELECT 'Quest ' || n, 1, 'IN_PROGRESS', n, latitude, longitude
       FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS p (latitude, longitude, n) ORDER BY n RETURNING id`,
      [all.map(([latitude]) => latitude), all.map(([, longitude]) => longitude)],
    );
    quests = all.map((place, index) => ({ id: rows[index].id, place }));
    const { rows: names } = await pool.query("SELECT current_database() AS name");
    // Without an index it would read more.
    await pool.query(`ALTER DATABASE ${names[0].name} SET enable_seqscan = off`);
    byIndex = openDatabase(database.connectionString);
  });
  afterAll(async () => {
    await byIndex.close();
    await database.drop();
  });

  async function listInParts(filter: QuestFilter, parts: number): Promise<number[]> {
    const ids: number[] = [];
    let after: string | undefined;
    for (let part = 0; part < parts; part++) {
      const { rows, next } = await listQuests(byIndex.db, { ...filter, ...(after !== undefined && { after }) });
      ids.push(...rows.map(({ id }) => id));
      if (next === undefined) break;
      after = next;
    }
    return ids;
  }

  it("are sorted by distance on the globe, part by part", async () => {
    const centers: Coordinates[] = [
      [90, 0],
      [-90, 77],
      [0, 180],
      [0, -180],
      [89.99, -179.99],
      [-18, 179.9],
      [52.5, 13.4],
    ];
    for (const near of [...centers, ...fc.sample(place, { numRuns: 8, seed: seed + 1 })]) {
      const distances = new Map(quests.map(({ id, place }) => [id, haversineKm(near, place)]));
      const expected = [...distances].sort(([a, one], [b, other]) => one - other || b - a);
      const got = await listInParts({ near, limit: 40 }, 20);
      expect(new Set(got).size).toBe(got.length);
      expect(got.length).toBe(750);
      // Either order is right if distances differ by less than rounding errors.
      got.forEach((id, index) => {
        expect(Math.abs((distances.get(id) ?? 0) - (expected[index]?.[1] ?? 0)), `${near} ${index}`).toBeLessThan(1e-3);
      });
    }
  });

  it("contain the quests in a box, also across the date line and at its edges, newest first", async () => {
    const boxes = fc.sample(fc.tuple(longitude, latitude, longitude, latitude), { numRuns: 60, seed: seed + 2 });
    // Ignores differences below a tenth of a millimetre.
    const rounded = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
    for (const [west, one, east, other] of boxes.map((box) => box.map(rounded) as typeof box)) {
      const [south, north] = [Math.min(one, other), Math.max(one, other)];
      const isBetween = ([lat, lon]: Coordinates) =>
        lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);
      const expected = quests
        .filter(({ place: [lat, lon] }) => isBetween([rounded(lat), rounded(lon)]))
        .map(({ id }) => id);
      const got = await listInParts({ bbox: [west, south, east, north], limit: 200 }, 4);
      expect(got, `${west},${south},${east},${north}`).toEqual(expected.sort((a, b) => b - a));
    }
  });
});
