import { describe, expect, it } from "vitest";
import { glareShareOf } from "./glare-in-photo.ts";

const [width, height] = [384, 256];
type Shade = (x: number, y: number) => number;

const shareOf = (shade: Shade) =>
  glareShareOf({
    data: Float32Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width))),
    width,
    height,
  });
const ground: Shade = (x, y) => 60 + ((7 * x + 13 * y) % 100);
const isIn = (x: number, y: number, [middleX, middleY, radius]: readonly [number, number, number]) =>
  Math.hypot(x - middleX, y - middleY) < radius;
const whiteWhere =
  (isWhite: (x: number, y: number) => boolean, rest = ground): Shade =>
  (x, y) =>
    isWhite(x, y) ? 255 : rest(x, y);
const isSky = (x: number, y: number) => y < 100 + 20 * Math.sin(x / 40);

describe("glare", () => {
  it("is what is white beside the sky above a well-lit subject", () => {
    expect(shareOf(ground)).toBe(0);
    expect(shareOf(whiteWhere(isSky))).toBeLessThan(0.03);
    expect(shareOf(whiteWhere((x, y) => isIn(x, y, [190, 150, 70])))).toBeCloseTo(0.157, 2);
    expect(shareOf(whiteWhere((x, y) => isSky(x, y) || isIn(x, y, [190, 190, 50])))).toBeGreaterThan(0.07);
  });

  it("isn't a sky behind branches and wires", () => {
    const isBranch = (x: number, y: number) => (x + y) % 60 < 6 || y % 50 < 5;
    expect(shareOf(whiteWhere((x, y) => isSky(x, y) && !isBranch(x, y)))).toBeLessThan(0.04);
  });

  it("isn't the white middle of a sky that is hardly darker at the upper edge", () => {
    const sky: Shade = (x, y) => (isSky(x, y) ? (y < 20 ? 240 : 255) : ground(x, y));
    expect(shareOf(sky)).toBeLessThan(0.03);
  });

  it("is white snow, water or paper at the lower edge or a side", () => {
    expect(shareOf(whiteWhere((_, y) => y > 150))).toBeCloseTo(0.41, 1);
    expect(shareOf(whiteWhere((x, y) => x < 100 && y > 20))).toBeGreaterThan(0.2);
  });

  it("is the sky too if the rest has too much light", () => {
    expect(shareOf(whiteWhere(isSky, (x, y) => 90 + ground(x, y)))).toBeCloseTo(0.39, 1);
    expect(shareOf(() => 255)).toBe(1);
  });
});
