import { afterEach, expect, it, vi } from "vitest";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { askForPosition } from "./ask-for-position.tsx";
import { nearby } from "./near-me.ts";

afterEach(() => vi.unstubAllGlobals());

it.each<[[number, number], [number, number], string]>([
  [[38.518, -78.436], [38.518, -78.4437], "670 m"],
  [[38.518, -78.436], [38.536, -78.4548], "2.6 km"],
  // Paris to London, and across the antimeridian from Suva to Apia.
  [[48.8566, 2.3522], [51.5074, -0.1278], "344 km"],
  [[-18.1416, 178.4419], [-13.8333, -171.7667], "1,151 km"],
])("from %j to %j it is %s", (from, to, words) => {
  expect(nearby(from).distanceTo(to)).toBe(asFigures(words));
});

it("tells the server no more than a hundred metres", () => {
  expect(nearby([38.518344, -78.437019]).blurred).toEqual([38.518, -78.437]);
});

it.each([
  [1, "refused"],
  [2, "notFound"],
  [3, "notFound"],
])("an error of the browser with code %i is %s", async (code, problem) => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {
    geolocation: {
      getCurrentPosition: (_found: unknown, failed: (error: object) => void) => failed({ code, PERMISSION_DENIED: 1 }),
    },
  });
  expect(await askForPosition()).toBe(problem);
});

it("a browser without positions says so", async () => {
  vi.stubGlobal("navigator", {});
  expect(await askForPosition()).toBe("unavailable");
});
