import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { decodedPx, measurePhoto, type PhotoMeasures } from "../../src/contract/photo-measures.ts";
import { hasFinger, hasGlare, isBlurred, isDark } from "../../src/contract/photo-rules.ts";
import { coloursFromFile } from "../../src/server/photos/decoding/sharp-pictures.ts";

/**
 * A few hundred photos of any kind, sorted by hand into the folders `good`, `blurred`, `dark` and `glare` of the folder `many`
 * (docs/photo-checks.md). Where there is no such folder, nothing is tested.
 */
const folder = join(process.env.CAIRN_PHOTOS ?? "", "many");
const namesIn = (kind: string) => readdir(join(folder, kind)).catch(() => []);
const hasThem = (await namesIn("good")).length > 0;

const codesOf = (measures: PhotoMeasures) => [
  ...(isDark(measures) ? ["dark"] : isBlurred(measures) ? ["blurred"] : []),
  ...(hasGlare(measures) ? ["glare"] : []),
  ...(hasFinger(measures) && !isDark(measures) ? ["finger"] : []),
];
const measure = async (path: string) => measurePhoto(await coloursFromFile(path));

/** Compressed once more, as a phone does after its camera moved or was out of focus. */
async function measureMade(picture: Sharp): Promise<PhotoMeasures> {
  const { data, info } = await sharp(await picture.jpeg({ quality: 80 }).toBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return measurePhoto({ data, width: info.width, height: info.height, channels: 3 });
}

describe.runIf(hasThem)("many real photos", () => {
  let good: string[];
  beforeAll(async () => {
    good = (await namesIn("good")).map((name) => join(folder, "good", name));
  });

  it("of good ones at most one in fifty is questioned", async () => {
    const wrong: string[] = [];
    for (const path of good) {
      const codes = codesOf(await measure(path));
      if (codes.length > 0) wrong.push(`${path.slice(folder.length)}: ${codes}`);
    }
    process.stdout.write(`good: ${wrong.length} of ${good.length} questioned: ${wrong.join("; ")}\n`);
    expect(wrong.length / good.length).toBeLessThanOrEqual(1 / 50);
  });

  it.each(["blurred", "dark", "glare"])("of those that are really %s most are questioned for it", async (kind) => {
    const names = await namesIn(kind);
    const missed: string[] = [];
    for (const name of names) {
      if (!codesOf(await measure(join(folder, kind, name))).includes(kind)) missed.push(name);
    }
    process.stdout.write(`${kind}: ${names.length - missed.length} of ${names.length}; missed: ${missed.join(", ")}\n`);
    expect(missed.length / Math.max(1, names.length)).toBeLessThan(0.4);
  });

  it("of good ones that are blurred by 0.3% of their long side hardly any is missed; of those at 0.2% a third is found, and half of those moved by 1%", async () => {
    const made = { "blurred by 0.2%": 0, "blurred by 0.3%": 0, "moved by 1%": 0 };
    // Every fifth is enough.
    const some = good.filter((_, at) => at % 5 === 0);
    for (const path of some) {
      const size = { width: decodedPx, height: decodedPx, fit: "inside", withoutEnlargement: true } as const;
      const { data, info } = await sharp(path)
        .resize(size)
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const raw = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
      const long = Math.max(info.width, info.height);
      const side = 2 * Math.round(0.005 * long) + 1;
      const across = Array.from({ length: side ** 2 }, (_, at) => (Math.floor(at / side) === (side - 1) / 2 ? 1 : 0));
      const moved = raw().convolve({ width: side, height: side, kernel: across, scale: side });
      if (isBlurred(await measureMade(raw().blur(0.002 * long)))) made["blurred by 0.2%"] += 1;
      if (isBlurred(await measureMade(raw().blur(0.003 * long)))) made["blurred by 0.3%"] += 1;
      if (isBlurred(await measureMade(moved))) made["moved by 1%"] += 1;
    }
    process.stdout.write(`of ${some.length}: ${JSON.stringify(made)}\n`);
    expect(made["blurred by 0.3%"] / some.length).toBeGreaterThan(0.85);
    expect(made["blurred by 0.2%"] / some.length).toBeGreaterThan(0.25);
    expect(made["moved by 1%"] / some.length).toBeGreaterThan(0.4);
  });
});
