import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../../test/web-app.tsx";
import { MapTilesContext } from "./map-tiles.ts";
import { MapWhenNear } from "./map-when-near.tsx";

let comeNear: (() => void) | undefined;

beforeEach(() => {
  standInBrowser();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => callback([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tile = () => document.querySelector("img");

const tiles = { url: "https://tiles.example/{z}/{x}/{y}.png" };

function renderMap() {
  return render(
    <MapTilesContext value={tiles}>
      <MapWhenNear label="Far map" className="size" />
    </MapTilesContext>,
  );
}

it("a map fetches its tiles once it is near the window", async () => {
  const { container } = renderMap();
  await act(async () => {});
  expect(container.querySelector(".size")).toBeTruthy();
  expect(tile()).toBeNull();
  act(() => comeNear?.());
  await screen.findByRole("region", { name: "Far map" });
  await vi.waitFor(() => expect(tile()?.src).toMatch(/^https:\/\/tiles\.example\//), 10_000);
});

it("or a while later, so that it is there for those who scroll or print", async () => {
  vi.useFakeTimers();
  renderMap();
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(tile()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_200));
  vi.useRealTimers();
  await screen.findByRole("region", { name: "Far map" });
});
