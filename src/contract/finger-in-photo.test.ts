import { describe, expect, it } from "vitest";
import { fingerShareOf } from "./finger-in-photo.ts";

const [width, height] = [384, 256];
type Colour = readonly [number, number, number];

/** A speckled picture, and how much a round patch in this colour covers at x and y. */
function shareOf(colour: Colour, coverAt: (x: number, y: number) => number, texture = 0): number {
  const data = new Uint8ClampedArray(width * height * 3);
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const speckle = 90 + (((Math.imul(x + 1, 73_856_093) ^ Math.imul(y + 1, 19_349_663)) >>> 8) % 60);
    const cover = coverAt(x, y);
    const shade = cover * (1 + texture * Math.sin(x / 20) * Math.sin(y / 20));
    for (const [channel, value] of colour.entries()) data[3 * at + channel] = speckle * (1 - cover) + value * shade;
    grey[at] = 0.299 * (data[3 * at] ?? 0) + 0.587 * (data[3 * at + 1] ?? 0) + 0.114 * (data[3 * at + 2] ?? 0);
  }
  return fingerShareOf({ data, width, height, channels: 3 }, { data: grey, width, height });
}

const round =
  (middleX: number, middleY: number, { radius = 130, soft = 20 } = {}) =>
  (x: number, y: number) =>
    1 / (1 + Math.exp((Math.hypot(x - middleX, y - middleY) - radius) / (0.55 * soft)));
const skin: Colour = [200, 140, 110];
const corner = round(0, 0);

describe("a finger in front of the lens", () => {
  it("is a soft patch in the colour of skin that comes from an edge or a corner", () => {
    for (const cover of [corner, round(width, height), round(180, height, { radius: 90 })]) {
      const share = shareOf(skin, cover);
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.2);
    }
    expect(shareOf([70, 44, 34], corner)).toBeGreaterThan(0.05);
    expect(shareOf([150, 40, 28], corner)).toBeGreaterThan(0.05);
  });

  it("has no sharp outline, pattern or other colour, and leaves most edges free", () => {
    expect(shareOf(skin, () => 0)).toBe(0);
    expect(shareOf(skin, () => 1)).toBe(0);
    expect(shareOf(skin, round(0, 0, { soft: 1 }))).toBe(0);
    expect(shareOf(skin, corner, 0.2)).toBe(0);
    expect(shareOf([90, 150, 80], corner)).toBe(0);
    expect(shareOf([120, 120, 120], corner)).toBe(0);
    expect(shareOf([200, 190, 80], corner)).toBe(0);
    expect(shareOf(skin, round(190, 128, { radius: 90 }))).toBe(0);
  });

  it("has no more colour than skin, unless light shines through it, and hardly less", () => {
    // A wall in the light of a sodium lamp, an orange robe, a dark road.
    for (const colour of [
      [129, 88, 23],
      [150, 80, 30],
      [48, 43, 40],
    ] as const) {
      expect(shareOf(colour, corner)).toBe(0);
    }
    expect(shareOf([240, 200, 178], corner)).toBeGreaterThan(0.05);
    expect(shareOf([62, 16, 12], corner)).toBeGreaterThan(0.05);
  });

  it("isn't a wall beside something rough of nearly its own brightness", () => {
    const data = new Uint8ClampedArray(width * height * 3);
    const grey = new Float32Array(width * height);
    for (let at = 0; at < grey.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const wall = corner(x, y) > 0.5 ? 1 : 0;
      const rough = (1 - wall) * (((Math.imul(x + 1, 73_856_093) ^ Math.imul(y + 1, 19_349_663)) >>> 8) % 16);
      const [red, green, blue] = [122 + rough, 102 + rough, 92 + 6 * (1 - wall) + rough];
      data.set([red, green, blue], 3 * at);
      grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
    }
    expect(fingerShareOf({ data, width, height, channels: 3 }, { data: grey, width, height })).toBe(0);
  });

  it("doesn't span the photo, as the sky after a sunset does", () => {
    const band = (_: number, y: number) => 1 / (1 + Math.exp((Math.abs(y - 125) - 75) / 11));
    expect(shareOf(skin, band)).toBe(0);
  });

  it("can't be found in a picture of a few pixels", () => {
    const picture = { data: [200, 140, 110], width: 1, height: 1 };
    expect(fingerShareOf({ ...picture, channels: 3 }, { ...picture, data: Float32Array.of(150) })).toBe(0);
  });
});
