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
