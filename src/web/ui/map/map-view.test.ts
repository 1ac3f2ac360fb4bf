import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LatLon, panned, pixelOf, viewOf, viewOfArea } from "./map-view.ts";

const size = { width: 358, height: 660 };
const whole = { left: 0, top: 0, right: 358, bottom: 660 };

describe("the view of several places", () => {
  it.each<[string, LatLon[], typeof whole, number]>([
    [
      "across Europe",
      [
        [60.2, 25],
        [41.4, 2.2],
        [46.3, 14],
        [52, -3],
      ],
      whole,
      3,
    ],
    [
      "with the lower half of the map below the window",
      [
        [60.2, 25],
        [41.4, 2.2],
      ],
      { ...whole, bottom: 330 },
      3,
    ],
    [
      "a walk apart",
      [
        [38.518, -78.436],
        [38.52, -78.44],
      ],
      whole,
      16,
    ],
  ])("has them all inside, as near as that goes: %s", (_name, places, box, zoom) => {
    const view = viewOf(places, size, box, 17);
    expect(view.zoom).toBe(zoom);
    for (const place of places) {
      const [x, y] = pixelOf(place, view, size);
      expect(x - 25).toBeGreaterThanOrEqual(box.left);
      expect(x + 25).toBeLessThanOrEqual(box.right);
      expect(y - 58).toBeGreaterThanOrEqual(box.top);
      expect(y).toBeLessThanOrEqual(box.bottom);
    }
    const wider = Math.max(
      ...places.map((place) => Math.abs(pixelOf(place, { ...view, zoom: zoom + 1 }, size)[0] - 179)),
    );
    const higher = Math.max(
      ...places.map((place) => Math.abs(pixelOf(place, { ...view, zoom: zoom + 1 }, size)[1] - 330)),
    );
    expect(wider > 179 - 41 || higher > 330 - 74).toBe(true);
  });

  it("has places on both sides of 180° inside, as near as on any other meridian", () => {
    const across: LatLon[] = [
      [-16.8, 179.97],
      [-16.9, -179.98],
    ];
    const view = viewOf(across, size, whole, 17);
    expect(view.zoom).toBeGreaterThanOrEqual(7);
    const degrees = (max: number) => fc.integer({ min: -max * 1_000, max: max * 1_000 }).map((each) => each / 1_000);
    const place = fc.tuple(degrees(84), degrees(180));
    const turned = (longitude: number, by: number) => ((((longitude + by + 180) % 360) + 360) % 360) - 180;
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), degrees(180), (places, by) => {
        const moved = places.map(([latitude, longitude]): LatLon => [latitude, turned(longitude, by)]);
        const [here, there] = [viewOf(places, size, whole, 17), viewOf(moved, size, whole, 17)];
        expect(Math.abs(there.zoom - here.zoom)).toBeLessThanOrEqual(Math.abs(by) < 1e-9 ? 0 : 1);
        if (there.zoom === 1) return;
        for (const [x, y] of moved.map((each) => pixelOf(each, there, size))) {
          expect(x > 24 && x < 334 && y > 57 && y < 661).toBe(true);
        }
      }),
    );
  });

  it("of an area has all of it, also where that is more than half of the world", () => {
    expect(viewOfArea([-170, -10, 175, 10], size, whole, 17)).toMatchObject({
      zoom: 1,
      center: [expect.any(Number), 2.5],
    });
    const across = viewOfArea([179.9, -17, -179.9, -16.8], size, whole, 17);
    expect(across.zoom).toBeGreaterThanOrEqual(7);
    expect(across.center[1]).toBeCloseTo(180, 3);
  });

  it("of one place stops at the nearest zoom that is asked for", () => {
    expect(
      viewOf(
        [
          [10, 20],
          [10, 20],
        ],
        size,
        whole,
        17,
      ).zoom,
    ).toBe(17);
  });

  it("moves by pixels", () => {
    const view = { center: [20, 0] as LatLon, zoom: 2 };
    const [x, y] = pixelOf([20, 0], panned(view, 30, -40), size);
    expect([Math.round(x - 179), Math.round(y - 330)]).toEqual([-30, 40]);
  });
});
