import { expect, it } from "vitest";
import { type LatLon, pixelOf } from "./map-view.ts";
import { spreadPins } from "./spread-pins.ts";

const suva: LatLon = [-18.1416, 178.4419];
const dateLine: LatLon = [-16.8, 180];
const distancesPx = (places: readonly LatLon[], zoom: number) =>
  places.flatMap((one, index) =>
    places.slice(index + 1).map((other) => {
      const [x, y] = pixelOf(other, { center: one, zoom }, { width: 0, height: 0 });
      return Math.hypot(x, y);
    }),
  );

it.each([
  [2, suva],
  [3, dateLine],
  [9, suva],
])("%i pins at one place stand apart, beside it", (count, place) => {
  for (const zoom of [17, 18]) {
    const spread = spreadPins(Array(count).fill(place), zoom);
    expect(Math.min(...distancesPx(spread, zoom))).toBeGreaterThan(30);
    expect(Math.max(...distancesPx([place, ...spread], zoom))).toBeLessThan(200);
  }
});

it("leaves what stands alone where it is, and everything where clusters keep pins apart", () => {
  const places: LatLon[] = [suva, [-18.15, 178.44], suva];
  expect(spreadPins(places, 17)[1]).toEqual(places[1]);
  expect(spreadPins(places, 16)).toEqual(places);
});

it("pins on both sides of the date line hide one another, too", () => {
  const spread = spreadPins([dateLine, [-16.8, -180]], 18);
  expect(Math.min(...distancesPx(spread, 18))).toBeGreaterThan(30);
});
