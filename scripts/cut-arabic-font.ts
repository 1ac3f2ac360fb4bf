import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { installAside } from "./install-aside.ts";

/**
 * Cuts the files `arabic-letters-*.woff2` out of the font's package: the characters that `arabic-font.css` lists for
 * them. Run `npm run arabic-font` when the list or the package changes.
 */

type SubsetFont = (font: Buffer, characters: string, options: object) => Promise<Buffer>;

const texts = new URL("../src/web/foundation/texts/", import.meta.url);
const aside = new URL("../node_modules/.cache/subset-font/", import.meta.url);

/** The copyright and the licence, which have to stay in the file. */
const keptNames = [0, 13, 14];

installAside(fileURLToPath(aside), "subset-font@2.9.0");
const subsetFont = createRequire(aside)("subset-font") as SubsetFont;

const styles = await readFile(new URL("arabic-font.css", texts), "utf8");
for (const [, weight, ranges = ""] of styles.matchAll(/arabic-letters-(\d+)\.woff2.*?unicode-range:(.*?);/gs)) {
  const name = `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff2`;
  const whole = await readFile(createRequire(import.meta.url).resolve(name));
  const letters = await subsetFont(whole, charactersOf(ranges), { targetFormat: "woff2", preserveNameIds: keptNames });
  await writeFile(new URL(`arabic-letters-${weight}.woff2`, texts), letters);
  console.log(`${weight}: ${whole.length} B, cut to ${letters.length} B`);
}

function charactersOf(ranges: string): string {
  const codes = [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(([, first = "", last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
  });
  return String.fromCodePoint(...codes);
}
