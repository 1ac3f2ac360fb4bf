import { expect, it } from "vitest";
import { FilteredPlaces } from "./filtered-places.ts";
import { countOf } from "./place-clusters.ts";
import type { MapQuest } from "./quest-map-queries.ts";

const world = { west: -180, south: -90, east: 180, north: 90 };
const quests = [2, 3, 5, 7].map(
  (id): MapQuest => ({
    marker: { id, quest_name: `Quest ${id}`, quest_type: "WATER", coordinates: [id, id] },
    status: "IN_PROGRESS",
  }),
);

it("forgets the search that was asked for longest ago, by the number of searches and of hits", () => {
  const places = new FilteredPlaces(quests, { hitsMax: 5, searchesMax: 3 });
  const hitsOf = (words: string) => places.spotsIn({ words }, world, 2)?.reduce((sum, spot) => sum + countOf(spot), 0);
  places.keepHits("few", "7,2");
  // Those of which it knows nothing are no hits of its own.
  places.keepHits("some", "1,3,8");
  places.keepHits("none", "");
  expect([hitsOf("few"), hitsOf("some"), hitsOf("none"), hitsOf("unknown")]).toEqual([2, 1, 0, undefined]);
  hitsOf("few");
  places.keepHits("fourth", "5");
  expect([hitsOf("some"), hitsOf("few"), hitsOf("none"), hitsOf("fourth")]).toEqual([undefined, 2, 0, 1]);
  places.keepHits("many", "2,3,5,7");
  expect([hitsOf("few"), hitsOf("none"), hitsOf("fourth"), hitsOf("many")]).toEqual([undefined, 0, 1, 4]);
});
