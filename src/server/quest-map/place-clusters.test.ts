import fc from "fast-check";
import { expect, it } from "vitest";
import { questSpotsMax } from "../../contract/limits.ts";
import type { QuestMarker } from "../../contract/quests.ts";
import type { Box } from "../quests/boxes-around.ts";
import { countOf, PlaceClusters, placeOf } from "./place-clusters.ts";

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
/** Towns with many quests, some of them at one place, and lonely quests anywhere, at the poles and the date line too. */
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
/** Also around a place, as small as a phone's map at that zoom. */
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

it("shows every quest in the box once, in a spot or counted in one, whatever box and zoom", () => {
  const looks = coordinatesOfMany.chain((coordinates) =>
    fc
      .integer({ min: 0, max: 18 })
      .chain((zoom) => fc.tuple(fc.constant(coordinates), fc.constant(zoom), boxOf(coordinates, zoom))),
  );
  fc.assert(
    fc.property(looks, ([coordinates, zoom, corners]) => {
      const box = toBox(corners);
      const quests = coordinates.map(
        (each, index): QuestMarker => ({ id: index + 1, quest_name: "Moss", quest_type: "AIR", coordinates: each }),
      );
      const spots = new PlaceClusters(quests.map(placeOf)).spotsIn(box, zoom);
      const inside = quests.filter((each) => isIn(box, each.coordinates));
      expect(spots.reduce((sum, spot) => sum + countOf(spot), 0)).toBe(inside.length);
      const singles = spots.filter((spot) => "id" in spot);
      expect(new Set(singles.map(({ id }) => id)).size).toBe(singles.length);
      for (const single of singles) expect(inside).toContainEqual(single);
      for (const spot of spots) {
        if (!("count" in spot)) continue;
        const [west, south, east, north] = spot.box;
        // What is rounded outwards may still lack the last bit.
        const held = { west: west - 1e-9, south: south - 1e-9, east: east + 1e-9, north: north + 1e-9 };
        expect(inside.filter((each) => isIn(held, each.coordinates)).length).toBeGreaterThanOrEqual(spot.count);
      }
    }),
    { numRuns: 300 },
  );
});

it("answers with at most so many spots, from further away where the box is larger than a screen", () => {
  const quests = Array.from({ length: 20_000 }, (_, index): QuestMarker => {
    const coordinates: [number, number] = [
      ((index * 7919) % 16_001) / 100 - 80,
      ((index * 104_729) % 35_999) / 100 - 180,
    ];
    return { id: index + 1, quest_name: "Moss", quest_type: "AIR", coordinates };
  });
  const clusters = new PlaceClusters(quests.map(placeOf));
  for (const zoom of [0, 2, 5, 9, 16, 17, 18]) {
    const spots = clusters.spotsIn(toBox([-180, -90, 180, 90]), zoom);
    expect(spots.length, `zoom ${zoom}`).toBeLessThanOrEqual(questSpotsMax);
    expect(spots.reduce((sum, spot) => sum + countOf(spot), 0)).toBe(quests.length);
  }
});

it("parts quests that share a place from zoom 17 on, unless they are more than one look shows", () => {
  const at = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      placeOf({ id: index + 1, quest_name: "Moss", quest_type: "AIR", coordinates: [21.97, -159.37] }),
    );
  const box = toBox([-159.38, 21.96, -159.36, 21.98]);
  expect(new PlaceClusters(at(30)).spotsIn(box, 16)).toEqual([
    { coordinates: [21.97, -159.37], count: 30, box: [-159.37, 21.97, -159.37, 21.97] },
  ]);
  expect(new PlaceClusters(at(30)).spotsIn(box, 17)).toHaveLength(30);
  expect(new PlaceClusters(at(600)).spotsIn(box, 17)).toHaveLength(1);
});
