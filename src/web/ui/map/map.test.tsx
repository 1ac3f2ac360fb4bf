import { act, fireEvent, render as renderBare, screen, within } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../../test/web-app.tsx";
import { holdMapsStill, settle } from "../../../../test/web-still-maps.ts";
import { MapCanvas } from "./map.tsx";
import { MapMarker } from "./map-marker.tsx";
import { MapTilesContext } from "./map-tiles.ts";
import type { MapView } from "./map-view.ts";

const tilesOfTest = { url: "https://tiles.example/{z}/{x}/{y}.png", attribution: "© OpenStreetMap" };
const WithTiles = ({ children }: { children: ReactNode }) => (
  <MapTilesContext value={tilesOfTest}>{children}</MapTilesContext>
);
const render = (map: ReactNode) => renderBare(map, { wrapper: WithTiles });
let view: MapView;
let lookAt: (view: MapView) => void;

function TestMap({ zoom = 5, withMarker = false }) {
  const [current, setCurrent] = useState<MapView>({ center: [0, 0], zoom });
  view = current;
  lookAt = setCurrent;
  return (
    <MapCanvas label="Test map" view={current} onViewChange={setCurrent}>
      {withMarker ? <MapMarker anchor={[0, 0]} label="Here" onPress={() => {}} /> : null}
    </MapCanvas>
  );
}

const map = () => screen.getByRole("region", { name: "Test map" });
const surface = () => document.querySelector(".pigeon-overlays") as HTMLElement;
const container = () => surface().parentElement as HTMLElement;
const tiles = () => [...document.querySelectorAll<HTMLImageElement>("img.tileImage")];
const warning = () => document.querySelector(".pigeon-overlay-warning") as HTMLElement;

const clickTwice = async (pauseMs: number) => {
  fireEvent.mouseDown(surface(), { clientX: 500, clientY: 400 });
  fireEvent.mouseUp(surface(), { clientX: 500, clientY: 400 });
  await act(() => vi.advanceTimersByTimeAsync(pauseMs));
  fireEvent.mouseDown(surface(), { clientX: 500, clientY: 400 });
  fireEvent.mouseUp(surface(), { clientX: 500, clientY: 400 });
  await settle();
};

holdMapsStill();

it("a map without a tile server has the detailed coastline where the coarse one would look coarse", () => {
  const fetched = vi.fn((_address: string) => new Promise(() => {}));
  vi.stubGlobal("fetch", fetched);
  renderBare(<TestMap zoom={4} />);
  const detailed = () => fetched.mock.calls.filter(([address]) => address.includes("50m"));
  expect(detailed()).toEqual([]);
  act(() => lookAt({ center: [0, 0], zoom: 5 }));
  expect(detailed()).not.toEqual([]);
});

describe("a map", () => {
  it("[CONST-03] starts at zoom 14, centre 0, 0", async () => {
    render(<MapCanvas label="Test map" />);
    await settle();
    const addresses = tiles().map(({ src }) => src);
    expect(addresses).toContain("https://tiles.example/14/8192/8192.png");
    expect(addresses).toContain("https://tiles.example/14/8191/8191.png");
  });

  it("tells nobody of a move once it is gone", async () => {
    const heard = vi.fn();
    const { unmount } = render(<MapCanvas label="Test map" onViewChange={heard} />);
    await settle(20);
    unmount();
    await settle();
    expect(heard).not.toHaveBeenCalled();
  });

  it("[CONST-03] [CALL-18] asks for tiles of 256 px by zoom, x and y, as png", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    expect(tiles().map(({ src }) => src)).toContain("https://tiles.example/5/16/16.png");
    for (const tile of tiles()) {
      expect(tile.src).toMatch(/^https:\/\/tiles\.example\/5\/1[3-8]\/1[3-8]\.png$/);
      expect([tile.width, tile.height]).toEqual([256, 256]);
      expect(tile.parentElement?.style.width).toBe("256px");
    }
    // 1000 by 800 px in tiles of 256 px, their corner in the middle.
    expect(tiles()).toHaveLength(4 * 4);
  });

  it("[CONST-03] a double click within 300 ms zooms in one level", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    await clickTwice(250);
    expect(view.zoom).toBe(6);
  });

  it("[CONST-03] two clicks further apart do not zoom", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    await clickTwice(350);
    expect(view.zoom).toBe(5);
  });

  it("two quick clicks at different places are two, of which none zooms", async () => {
    const picked = vi.fn();
    let zoom = 5;
    const hear = (seen: MapView) => {
      zoom = seen.zoom;
    };
    render(<MapCanvas label="Test map" view={{ center: [0, 0], zoom: 5 }} onViewChange={hear} onPick={picked} />);
    await settle();
    for (const clientX of [400, 580]) {
      fireEvent.mouseDown(surface(), { clientX, clientY: 400 });
      fireEvent.mouseUp(surface(), { clientX, clientY: 400 });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    expect(picked).toHaveBeenCalledTimes(2);
    expect(zoom).toBe(5);
  });

  it("[CONST-03] zooms from 1 to 18 and no further", async () => {
    const { unmount } = render(<TestMap zoom={18} />);
    await settle();
    await clickTwice(100);
    expect(view.zoom).toBe(18);
    expect(within(map()).getByRole<HTMLButtonElement>("button", { name: "Zoom in" }).disabled).toBe(true);
    unmount();
    render(<TestMap zoom={1} />);
    await settle();
    fireEvent.wheel(container(), { deltaY: 100, metaKey: true });
    await settle();
    expect(view.zoom).toBe(1);
    expect(within(map()).getByRole<HTMLButtonElement>("button", { name: "Zoom out" }).disabled).toBe(true);
  });

  it("[CONST-03] without animation the wheel zooms at most once in 300 ms", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    const turn = () => fireEvent.wheel(container(), { deltaY: -100, metaKey: true });
    turn();
    await settle(100);
    turn();
    await settle(100);
    expect(view.zoom).toBe(6);
    await settle(150);
    turn();
    await settle(100);
    expect(view.zoom).toBe(7);
  });

  it("[CONST-03] tells of what is in sight 60 ms after it has come to rest", async () => {
    const onViewChange = vi.fn();
    render(<MapCanvas label="Test map" onViewChange={onViewChange} />);
    await settle();
    onViewChange.mockClear();
    fireEvent.wheel(container(), { deltaY: -100, metaKey: true });
    await settle(50);
    expect(onViewChange).not.toHaveBeenCalled();
    await settle(20);
    expect(onViewChange).toHaveBeenCalledOnce();
  });

  it("[CONST-03] a zoom is animated for 300 ms where motion is welcome", async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance", "Date"] });
    standInBrowser({ reducedMotion: false });
    render(<TestMap zoom={5} />);
    await settle();
    fireEvent.wheel(container(), { deltaY: -100, metaKey: true });
    await settle(250);
    expect(view.zoom).toBeLessThan(6);
    await settle(200);
    expect(view.zoom).toBe(6);
  });

  it("a zoom ends where it should on a phone that draws ten times a second", async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    standInBrowser({ reducedMotion: false });
    const draw = (step: FrameRequestCallback) => Number(setTimeout(() => step(performance.now()), 100));
    vi.stubGlobal("requestAnimationFrame", draw);
    vi.stubGlobal("cancelAnimationFrame", clearTimeout);
    render(<TestMap zoom={5} />);
    await settle();
    fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    for (let drawn = 0; drawn < 20; drawn += 1) await settle(50);
    expect(view.zoom).toBe(6);
  });

  it.each([
    // A screen of 1000 px at zoom 8 is 5.49°.
    { longitude: 27, screens: "4.9", tile: "8/147/128", isAnimated: true },
    { longitude: 28, screens: "5.1", tile: "8/147/128", isAnimated: false },
  ])("[CONST-03] a way of $screens screens is animated: $isAnimated", async ({ longitude, tile, isAnimated }) => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance", "Date"] });
    standInBrowser({ reducedMotion: false });
    render(<TestMap zoom={8} />);
    await settle();
    act(() => lookAt({ center: [0, longitude], zoom: 8 }));
    await settle(50);
    const target = `https://tiles.example/${tile}.png`;
    expect(tiles().some(({ src }) => src === target)).toBe(!isAnimated);
    await settle(400);
    expect(tiles().some(({ src }) => src === target)).toBe(true);
  });

  it("[CONST-03] markers are 50 px wide", async () => {
    render(<TestMap withMarker />);
    await settle();
    const pin = screen.getByRole("button", { name: "Here" }).querySelector("svg");
    expect(pin?.getAttribute("width")).toBe("50");
  });

  it("goes on beyond 180°: both sides are drawn, and keys lead from one to the other", async () => {
    render(
      <MapCanvas label="Test map" view={{ center: [0, 179.99], zoom: 7 }} onViewChange={(next) => (view = next)}>
        <MapMarker anchor={[0, 179.97]} label="West" onPress={() => {}} />
        <MapMarker anchor={[0, -179.98]} label="East" onPress={() => {}} />
      </MapCanvas>,
    );
    await settle();
    const leftOf = (name: string) =>
      Number(/translate\(([-\d.]+)px/.exec(screen.getByRole("button", { name }).outerHTML)?.[1]);
    expect(leftOf("East") - leftOf("West")).toBeCloseTo((0.05 / 360) * 256 * 2 ** 7, 1);
    const addresses = tiles().map(({ src }) => src);
    expect(addresses).toContain("https://tiles.example/7/127/64.png");
    expect(addresses).toContain("https://tiles.example/7/0/64.png");
    fireEvent.keyDown(map(), { key: "ArrowRight" });
    expect(view.center[1]).toBeGreaterThan(180);
  });

  it("[CONST-04] a wheel without META warns on layer 100, and does not zoom", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    fireEvent.wheel(container(), { deltaY: -100 });
    expect(screen.getByText("Use META + wheel to zoom!")).toBeTruthy();
    expect([warning().style.zIndex, warning().style.opacity]).toEqual(["100", "100"]);
    await settle(400);
    expect(warning().style.opacity).toBe("0");
    expect(view.zoom).toBe(5);
  });

  it("[CONST-04] one finger warns, and does not move the map", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    const touch = (clientX: number) => ({ touches: [{ clientX, clientY: 400 }] });
    fireEvent.touchStart(surface(), touch(500));
    fireEvent.touchMove(surface(), touch(600));
    expect(screen.getByText("Use two fingers to move the map")).toBeTruthy();
    expect(warning().style.opacity).toBe("100");
    await settle(400);
    expect(view.center).toEqual([0, 0]);
  });

  it("is moved and zoomed by keyboard", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    fireEvent.keyDown(map(), { key: "ArrowRight" });
    await settle();
    expect(view.center[1]).toBeCloseTo((96 / (256 * 32)) * 360, 5);
    fireEvent.keyDown(map(), { key: "+" });
    await settle();
    expect(view.zoom).toBe(6);
  });

  it("draws the built-in map where a tile cannot be had, and keeps it beneath until one has come", async () => {
    render(<TestMap zoom={5} />);
    await settle();
    const [first, second] = tiles();
    const firstTile = first?.parentElement as HTMLElement;
    const secondTile = second?.parentElement as HTMLElement;
    expect(firstTile.querySelector("canvas")).toBeTruthy();
    fireEvent.error(first as HTMLImageElement);
    expect(firstTile.querySelector("img")).toBeNull();
    expect(firstTile.querySelector("canvas")).toBeTruthy();
    fireEvent.load(second as HTMLImageElement);
    expect(secondTile.querySelector("canvas")).toBeNull();
  });
});
