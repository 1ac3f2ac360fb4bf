import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const styles = readFileSync(new URL("../src/web/foundation/texts/arabic-font.css", import.meta.url), "utf8");
const texts = new URL("../src/texts/ar/", import.meta.url);

it.each(["400", "600"])("the small font of weight %s has all Arabic characters of our texts", (weight) => {
  const [, listed = ""] =
    styles.match(new RegExp(`arabic-letters-${weight}\\.woff2.*?unicode-range:(.*?);`, "s")) ?? [];
  const ranges = [...listed.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(([, first = "", last = first]) =>
    [first, last].map((code) => Number.parseInt(code, 16)),
  );
  const words = readdirSync(texts).map((file) => readFileSync(new URL(file, texts), "utf8"));
  const used = new Set(words.join("").match(/\p{Script_Extensions=Arabic}/gu));
  expect(used.size).toBeGreaterThan(30);
  const isListed = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0;
    return ranges.some(([first = 0, last = 0]) => code >= first && code <= last);
  };
  expect([...used].filter((letter) => !isListed(letter))).toEqual([]);
});
