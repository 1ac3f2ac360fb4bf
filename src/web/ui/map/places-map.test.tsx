import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdMapsStill, settle } from "../../../../test/web-still-maps.ts";
import { PlacesMap } from "./places-map.tsx";

holdMapsStill();

const near = { key: "near", coordinates: [38.5, -78.4] as [number, number], label: "Near", type: undefined };
const far = { key: "far", coordinates: [60.2, 24.9] as [number, number], label: "Far", type: undefined };
const mapOf = (places: (typeof near)[]) => (
  <PlacesMap
    label="Places"
    clusterLabel={String}
    places={places}
    className={undefined}
    markOf={() => null}
    popupOf={() => null}
  />
);

it("shows places that come later", async () => {
  const { rerender } = render(mapOf([near]));
  await settle();
  rerender(mapOf([near, far]));
  await settle();
  expect(screen.getAllByRole("button", { name: /Near|Far/ })).toHaveLength(2);
});

it("stays where somebody has moved it", async () => {
  const { rerender } = render(mapOf([near]));
  await settle();
  act(() => screen.getByRole("button", { name: "Zoom out" }).click());
  await settle();
  rerender(mapOf([near, far]));
  await settle();
  expect(screen.getAllByRole("button", { name: /Near|Far/ })).toHaveLength(1);
});

it("pins that would hide one another stand apart, and each opens what it is of", async () => {
  const beside = { ...near, key: "beside", label: "Beside" };
  render(mapOf([near, beside]));
  await settle();
  const pins = () => screen.getAllByRole("button", { name: /Near|Beside/ });
  const tips = () =>
    pins().map(({ style }) => /translate\((.+)px, (.+)px\)/.exec(style.transform)?.slice(1).map(Number));
  const [[x = 0, y = 0] = [], [otherX = 0, otherY = 0] = []] = tips();
  expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(30);
  act(() => pins()[1]?.click());
  await settle();
  expect(screen.getByRole("region", { name: "Beside" })).toBeTruthy();
});
