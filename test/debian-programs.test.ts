import { afterEach, expect, it, vi } from "vitest";
import { missingBrowsers, whyNoBrowser } from "./debian-programs.ts";

afterEach(() => vi.unstubAllEnvs());

it("a browser that is missing is named with the packages that have it, and none must be where all are required", () => {
  const none = missingBrowsers((name) => `${name}'s packages`);
  expect(none).toEqual({
    all: true,
    told: ["the journeys in WebKitGTK: WebKitGTK's packages", "the journeys in Firefox: Firefox's packages"],
  });
  expect(missingBrowsers((name) => (name === "Firefox" ? "packages" : undefined))).toEqual({
    all: false,
    told: ["the journeys in Firefox: packages"],
  });
  vi.stubEnv("REQUIRE_ENGINES", "1");
  expect([whyNoBrowser("Firefox"), missingBrowsers().told]).toEqual([undefined, []]);
});
