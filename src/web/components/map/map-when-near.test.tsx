import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../../test/web-app.tsx";
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

it("a map fetches its tiles once it is near the window", async () => {
  const { container } = render(
    <MapWhenNear
      label="Far map"
      tileUrl="https://tiles.example/{z}/{x}/{y}.png"
      tileAttribution="©"
      className="size"
    />,
  );
  await act(async () => {});
  expect(container.querySelector(".size")).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
  act(() => comeNear?.());
  await screen.findByRole("region", { name: "Far map" });
  await vi.waitFor(() => expect(document.querySelector("img")?.src).toMatch(/^https:\/\/tiles\.example\//));
});
