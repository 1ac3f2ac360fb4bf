import fc from "fast-check";
import { expect, it } from "vitest";
import { mapSpotsMax } from "../../contract/limits.ts";
import type { QuestSpot } from "../../contract/quests.ts";
import type { Box } from "../evidence/boxes.ts";
import { type PlaceFilter, type QuestPlace, QuestPlaces } from "./quest-places.ts";

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
/** Towns with many quests, some at one location, and single quests anywhere, even at the poles and the date line. */
const coordinatesOfMany = fc
  .array(
    fc.record({
      at: fc.tuple(
        fc.oneof(latitude, fc.constantFrom(-90, 90, 0)),
        fc.oneof(longitude, fc.constantFrom(-180, 180, 179.999)),
      ),
      others: fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 })), {
        maxLength: 60,
      }),
      degreesApart: fc.constantFrom(0, 1e-5, 0.001, 0.02),
    }),
    { maxLength: 15 },
  )
  .map((towns) =>
    towns.flatMap(({ at, others, degreesApart }) => [
      at,
      ...others.map(([y, x]): [number, number] => [
        Math.max(-90, Math.min(90, at[0] + y * degreesApart)),
        Math.max(-180, Math.min(180, at[1] + x * degreesApart)),
      ]),
    ]),
  );
/** Also around a location, as small as a phone's map at that zoom. */
const boxOf = (coordinates: readonly (readonly [number, number])[], zoom: number) =>
  fc.oneof(
    fc.tuple(longitude, latitude, longitude, latitude),
    fc.constant([-180, -90, 180, 90] as const),
    fc.nat({ max: Math.max(0, coordinates.length - 1) }).map((index) => {
      const [y, x] = coordinates[index] ?? [0, 0];
      const half = 90 / 2 ** zoom;
      return [
        Math.max(-180, x - half),
        Math.max(-90, y - half),
        Math.min(180, x + half),
        Math.min(90, y + half / 3),
      ] as const;
    }),
  );

const toBox = ([west, south, east, north]: readonly [number, number, number, number]): Box => ({
  west,
  south,
  east,
  north,
});

const isIn = ({ west, south, east, north }: Box, [y, x]: readonly [number, number]) =>
  y >= south && y <= north && (west <= east ? x >= west && x <= east : x >= west || x <= east);

const placeOf = ([latitude, longitude]: readonly [number, number], index: number): QuestPlace => ({
  id: 3 * index + 1,
  quest_name: `Quest ${index}`,
  quest_type: index % 3 === 0 ? "AIR" : "WATER",
  quest_status: index % 5 === 0 ? "COMPLETED" : "IN_PROGRESS",
  latitude,
  longitude,
});

const countOf = (spots: readonly QuestSpot[]) =>
  spots.reduce((sum, spot) => sum + ("count" in spot ? spot.count : 1), 0);

it("shows every matching quest in the box once, single or counted, for any box and zoom", () => {
  const looks = coordinatesOfMany.chain((coordinates) =>
    fc
      .integer({ min: 0, max: 18 })
      .chain((zoom) => fc.tuple(fc.constant(coordinates), fc.constant(zoom), boxOf(coordinates, zoom))),
  );
  const filters = fc.record(
    {
      type: fc.constantFrom("AIR", "WATER", "TREES"),
      status: fc.constantFrom("COMPLETED", "IN_PROGRESS"),
      hits: fc.array(fc.nat({ max: 3_000 })).map((ids) => ids.sort((one, other) => one - other)),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(looks, filters, ([coordinates, zoom, corners], { hits, ...wanted }) => {
      const box = toBox(corners);
      const quests = coordinates.map(placeOf);
      const places = new QuestPlaces(quests);
      const filter: PlaceFilter = { ...wanted, rows: hits && places.rowsOf([...new Set(hits)]) };
      const spots = places.spotsIn(box, zoom, filter);
      const inside = quests.filter(
        ({ id, quest_type, quest_status, latitude, longitude }) =>
          isIn(box, [latitude, longitude]) &&
          (!wanted.type || quest_type === wanted.type) &&
          (!wanted.status || quest_status === wanted.status) &&
          (!hits || hits.includes(id)),
      );
      expect(countOf(spots)).toBe(inside.length);
      const singles = spots.filter((spot) => "id" in spot);
      expect(new Set(singles.map(({ id }) => id)).size).toBe(singles.length);
      for (const { id, quest_name, quest_type, coordinates: at } of singles) {
        expect(inside).toContainEqual(
          expect.objectContaining({ id, quest_name, quest_type, latitude: at[0], longitude: at[1] }),
        );
      }
      for (const spot of spots) {
        if (!("count" in spot)) continue;
        const [west, south, east, north] = spot.box;
        // Rounding outwards may still miss the last bit.
        const held = { west: west - 1e-9, south: south - 1e-9, east: east + 1e-9, north: north + 1e-9 };
        const within = inside.filter(({ latitude, longitude }) => isIn(held, [latitude, longitude]));
        expect(within.length).toBeGreaterThanOrEqual(spot.count);
      }
    }),
    { numRuns: 400 },
  );
});

it("returns a limited number of spots, clustered further for a box larger than a screen", () => {
  const quests = Array.from({ length: 20_000 }, (_, index) =>
    placeOf([((index * 7919) % 16_001) / 100 - 80, ((index * 104_729) % 35_999) / 100 - 180], index),
  );
  const places = new QuestPlaces(quests);
  for (const zoom of [0, 2, 5, 9, 16, 17, 18]) {
    const spots = places.spotsIn(toBox([-180, -90, 180, 90]), zoom);
    expect(spots.length, `zoom ${zoom}`).toBeLessThanOrEqual(mapSpotsMax);
    expect(countOf(spots)).toBe(quests.length);
  }
});

it("separates quests at one location from zoom 17 on, up to a limit", () => {
  const at = (count: number) =>
    new QuestPlaces(Array.from({ length: count }, (_, index) => placeOf([21.97, -159.37], index)));
  const box = toBox([-159.38, 21.96, -159.36, 21.98]);
  expect(at(30).spotsIn(box, 16)).toEqual([
    { coordinates: [21.97, -159.37], count: 30, box: [-159.37, 21.97, -159.37, 21.97] },
  ]);
  expect(at(30).spotsIn(box, 17)).toHaveLength(30);
  expect(at(600).spotsIn(box, 17)).toHaveLength(1);
});
