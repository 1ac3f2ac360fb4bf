import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measurePhoto } from "./photo-measures.ts";
import type { ColourPicture } from "./photo-pixels.ts";
import { hasGlare, isBlurred, isDark, isFarFromFix } from "./photo-rules.ts";

type Shade = (x: number, y: number) => number;

function draw(shade: Shade, { width = 120, height = 90, channels = 3 as 3 | 4 } = {}): ColourPicture {
  const data = new Uint8ClampedArray(width * height * channels);
  for (let at = 0; at < width * height; at++) {
    const value = shade(at % width, Math.floor(at / width));
    data.fill(value, at * channels, at * channels + 3);
    if (channels === 4) data[at * 4 + 3] = 255;
  }
  return { data, width, height, channels };
}

/** A pattern with edges in every direction. */
const speckled =
  (seed: number): Shade =>
  (x, y) =>
    60 +
    (((Math.imul(x + 1, 73_856_093) ^ Math.imul(y + 1, 19_349_663) ^ Math.imul(seed + 1, 83_492_791)) >>> 8) % 120);

/** Blurs by a triangle that is `across` wide and `down` high to each side. */
const softened =
  (shade: Shade, across: number, down = across): Shade =>
  (x, y) => {
    let [sum, weights] = [0, 0];
    for (let dy = -down; dy <= down; dy++) {
      for (let dx = -across; dx <= across; dx++) {
        const weight = (across + 1 - Math.abs(dx)) * (down + 1 - Math.abs(dy));
        sum += weight * shade(x + dx, y + dy);
        weights += weight;
      }
    }
    return sum / weights;
  };

const seeds = fc.nat({ max: 10_000 });

describe("measures of a photo", () => {
  it("noise of the compression isn't taken for the detail of a photo that is nothing but blurred", () => {
    const noisy =
      (seed: number): Shade =>
      (x, y) =>
        128 + 20 * Math.sin(x / 12) + (speckled(seed)(x, y) - 120) / 120;
    fc.assert(
      fc.property(seeds, (seed) => {
        const measured = measurePhoto(draw(noisy(seed)));
        expect(isBlurred(measured)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  it("are the same with and without an alpha channel", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(measurePhoto(draw(speckled(seed), { channels: 4 }))).toEqual(measurePhoto(draw(speckled(seed))));
      }),
      { numRuns: 5 },
    );
  });

  it("a darker photo is less bright, has no fewer dark pixels, and is as sharp", () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0.3, max: 0.9, noNaN: true }), (seed, factor) => {
        const light = measurePhoto(draw(speckled(seed)));
        const dark = measurePhoto(draw((x, y) => factor * speckled(seed)(x, y)));
        expect(dark.brightness).toBeLessThan(light.brightness);
        expect(dark.contrast).toBeLessThan(light.contrast);
        expect(dark.darkShare).toBeGreaterThanOrEqual(light.darkShare);
        expect(dark.sharpness / light.sharpness).toBeGreaterThan(0.9);
        expect(dark.sharpness / light.sharpness).toBeLessThan(1.1);
      }),
      { numRuns: 10 },
    );
  });

  it("each softer copy is less sharp, also if softened in one direction only", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const of = (across: number, down: number) =>
          measurePhoto(draw(softened(speckled(seed), across, down))).sharpness;
        expect(of(0, 0)).toBeGreaterThan(of(1, 1));
        expect(of(1, 1)).toBeGreaterThan(of(3, 3));
        expect(of(3, 0)).toBeLessThan(of(0, 0) / 4);
        expect(of(0, 3)).toBeLessThan(of(0, 0) / 4);
      }),
      { numRuns: 5 },
    );
  });

  it("a blurred edge is less sharp than a clear one, however much detail there is", () => {
    const bars =
      (px: number): Shade =>
      (x) =>
        Math.floor(x / px) % 2 === 0 ? 80 : 160;
    const both =
      (px: number): Shade =>
      (x, y) =>
        (bars(px)(x, y) + bars(px)(y, x)) / 2;
    const sharpnessOf = (shade: Shade) => measurePhoto(draw(shade)).sharpness;
    // Few edges that are clear, and many that are not.
    expect(sharpnessOf(both(9))).toBeGreaterThan(3 * sharpnessOf(softened(both(3), 1)));
  });

  describe("few clear edges of plain things", () => {
    const size = { width: 512, height: 384 };
    // Overlapping stones, each plain, and each edge as wide as a lens and a sensor make it.
    const stones = Array.from({ length: 60 }, (_, at) => ({
      x: (at * 149) % 512,
      y: (at * 97) % 384,
      radius: 24 + ((at * 31) % 40),
      shade: 50 + ((at * 67) % 160),
    }));
    type Distance = (right: number, down: number) => number;
    const round: Distance = (right, down) => Math.sqrt(right ** 2 + down ** 2);
    const slanted: Distance = (right, down) => (Math.abs(right) + Math.abs(down)) / Math.SQRT2;
    const scene =
      (distance: Distance, wide = 0.25): Shade =>
      (x, y) =>
        stones.reduce((below, stone) => {
          const outside = distance(x - stone.x, y - stone.y) - stone.radius;
          if (outside > 20 * wide) return below;
          const cover = 1 / (1 + Math.exp(outside / wide));
          return below * (1 - cover) + stone.shade * cover;
        }, 120);
    const isSeenBlurred = (shade: Shade) => isBlurred(measurePhoto(draw(shade, size)));

    it("are sharp, and blurred by 0.3% of the long side they aren't", () => {
      expect(isSeenBlurred(scene(round))).toBe(false);
      expect(isSeenBlurred(scene(round, 0.55 * 1.54))).toBe(true);
    });

    it.each([
      { where: "across", distance: round, right: 1, down: 0, pixels: 5 },
      { where: "down", distance: round, right: 0, down: 1, pixels: 5 },
      { where: "along a diagonal", distance: slanted, right: 1, down: 1, pixels: 4 },
      { where: "along the other diagonal", distance: slanted, right: 1, down: -1, pixels: 4 },
    ])("aren't sharp if the camera moved $where by 1% of the long side", ({ distance, right, down, pixels }) => {
      const { data } = draw(scene(distance), size);
      const at = (x: number, y: number) =>
        data[3 * (Math.min(383, Math.max(0, y)) * 512 + Math.min(511, Math.max(0, x)))] ?? 0;
      const steps = Array.from({ length: pixels }, (_, step) => step);
      const moved: Shade = (x, y) => steps.reduce((sum, by) => sum + at(x + by * right, y + by * down) / pixels, 0);
      expect(isSeenBlurred(at)).toBe(false);
      expect(isSeenBlurred(moved)).toBe(true);
    });
  });

  it("a sharp subject before a blurred background is sharp", () => {
    const isSubject = (x: number, y: number) => x > 40 && x < 80 && y > 30 && y < 60;
    const background: Shade = (x, y) => 120 + 60 * Math.sin(x / 9) * Math.cos(y / 9);
    const subject: Shade = (x, y) => (isSubject(x, y) ? speckled(1)(x, y) : background(x, y));
    expect(isBlurred(measurePhoto(draw(subject)))).toBe(false);
    expect(isBlurred(measurePhoto(draw(background)))).toBe(true);
  });

  it("a photo of 1024 pixels is measured at 512, whatever lies between the pixels of that size", () => {
    const blocks: Shade = (x, y) => speckled(3)(Math.floor(x / 2), Math.floor(y / 2));
    const small = measurePhoto(draw(speckled(3), { width: 512, height: 384 }));
    const large = measurePhoto(draw(blocks, { width: 1024, height: 768 }));
    expect(large.hash).toBe(small.hash);
    expect(large.sharpness).toBeCloseTo(small.sharpness, 3);
    expect(large.brightness).toBeCloseTo(small.brightness, 3);
  });

  it("plain, black, white and tiny photos have measures", () => {
    for (const value of [0, 128, 255]) {
      for (const [width, height] of [
        [1, 1],
        [2, 700],
        [60, 60],
      ] as const) {
        const found = measurePhoto(draw(() => value, { width, height }));
        expect(found.brightness).toBeCloseTo(value, 2);
        expect(found).toMatchObject({
          sharpness: 0,
          darkShare: value === 0 ? 1 : 0,
          whiteShare: value === 255 ? 1 : 0,
        });
        expect(found.hash).toMatch(/^[01]{256}$/);
      }
    }
  });
});

describe("the rules", () => {
  it("a dark photo, and one of which much is white", () => {
    const good = measurePhoto(draw(speckled(5)));
    expect([isDark(good), hasGlare(good), isBlurred(good)]).toEqual([false, false, false]);
    expect(isDark(measurePhoto(draw((x, y) => 0.2 * speckled(5)(x, y))))).toBe(true);
    const night = (lit: number) => measurePhoto(draw((x, y) => (x < lit ? speckled(5)(x, y) : 8)));
    // A lit trunk before a black wood, and a few lamps in it.
    expect(isDark(night(20))).toBe(false);
    expect(isDark(night(8))).toBe(true);
    const whiteFrom = (row: number) => measurePhoto(draw((x, y) => (y >= row ? 255 : speckled(5)(x, y))));
    expect(hasGlare(whiteFrom(75))).toBe(false);
    expect(hasGlare(whiteFrom(60))).toBe(true);
  });

  it("far from the fix: beyond its radius and a camera's error", () => {
    expect(isFarFromFix(100, null)).toBe(false);
    expect(isFarFromFix(101, null)).toBe(true);
    expect(isFarFromFix(101, 5)).toBe(false);
  });
});
