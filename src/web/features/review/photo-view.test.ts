import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bounded,
  type PhotoView,
  type Point,
  pinched,
  scaleMax,
  wheelFactor,
  wholePhoto,
  zoomed,
} from "./photo-view.ts";

const frame = { width: 400, height: 300 };
const portrait = { width: 1200, height: 1600 };

/** Where a point of the photo, in pixels of the whole photo from its middle, lies in the frame. */
const placeOf = ({ scale, x, y }: PhotoView, at: Point): Point => ({ x: x + at.x * scale, y: y + at.y * scale });
const size = fc.integer({ min: 50, max: 5000 });
const offset = fc.integer({ min: -3000, max: 3000 });
const point = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -150, max: 150 }) });

describe("a photo in its frame", () => {
  it("stays where the pointer is while it grows and shrinks", () => {
    fc.assert(
      fc.property(point, fc.double({ min: 0.2, max: 5, noNaN: true }), (at, factor) => {
        const before: PhotoView = { scale: 2, x: 30, y: -12 };
        const underPointer = { x: (at.x - before.x) / before.scale, y: (at.y - before.y) / before.scale };
        const after = placeOf(zoomed(before, factor, at), underPointer);
        expect(after.x).toBeCloseTo(at.x, 6);
        expect(after.y).toBeCloseTo(at.y, 6);
      }),
    );
  });

  it("covers the frame wherever it is larger, stands in the middle where it is not, and grows to a limit", () => {
    fc.assert(
      fc.property(size, size, size, size, offset, offset, fc.double({ min: 0.1, max: 50, noNaN: true }), (...given) => {
        const [width, height, photoWidth, photoHeight, x, y, scale] = given;
        const photo = { width: photoWidth, height: photoHeight };
        const view = bounded({ scale, x, y }, { width, height }, photo);
        expect(view.scale).toBeGreaterThanOrEqual(1);
        expect(view.scale).toBeLessThanOrEqual(scaleMax);
        const fit = Math.min(width / photoWidth, height / photoHeight) * view.scale;
        for (const [whole, drawn, at] of [
          [width, photoWidth * fit, view.x],
          [height, photoHeight * fit, view.y],
        ] as const) {
          if (drawn <= whole) expect(at).toBe(0);
          else expect(drawn / 2 - Math.abs(at)).toBeGreaterThanOrEqual(whole / 2 - 1e-6);
        }
      }),
    );
  });

  it("does not move aside while it is whole", () => {
    expect(bounded({ scale: 1, x: 90, y: -90 }, frame, portrait)).toEqual(wholePhoto);
  });

  it("goes and grows with two fingers: what is under each stays under it", () => {
    const from = [
      { x: -40, y: 0 },
      { x: 40, y: 0 },
    ] as const;
    const to = [
      { x: -60, y: 20 },
      { x: 100, y: 20 },
    ] as const;
    const view = pinched(wholePhoto, from, to);
    expect(view.scale).toBe(2);
    expect(placeOf(view, from[0])).toEqual(to[0]);
    expect(placeOf(view, from[1])).toEqual(to[1]);
  });

  it.each([
    ["a notch of a mouse towards the photo", { deltaY: -100, deltaMode: 0, ctrlKey: false }, 1.28],
    ["three lines of Firefox", { deltaY: 3, deltaMode: 1, ctrlKey: false }, 0.89],
    ["a pinch of a touchpad", { deltaY: -10, deltaMode: 0, ctrlKey: true }, 1.11],
    ["a leap of a free wheel, which is held back", { deltaY: -5000, deltaMode: 0, ctrlKey: false }, 1.65],
  ])("turns the wheel into steps: %s", (_, turn, factor) => {
    expect(wheelFactor(turn)).toBeCloseTo(factor, 2);
  });
});
