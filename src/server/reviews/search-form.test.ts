import fc from "fast-check";
import { expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";

const api = usingApi();

const between = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((codePoint) => String.fromCodePoint(codePoint));
/** Latin, Greek, Cyrillic, Hebrew and Arabic with their marks, wide letters, and digits of many scripts. */
const sign = fc.oneof(
  ...[between(0x20, 0x24f), between(0x300, 0x36f), between(0x370, 0x45f), between(0x5d0, 0x5ea), between(0x621, 0x65f)],
  ...[between(0x660, 0x669), between(0x966, 0x96f), between(0x1e00, 0x1fbc), between(0xff01, 0xff5a)],
  ...[
    between(0x1d7ce, 0x1d7ff),
    between(0x1e950, 0x1e959),
    fc.constantFrom("ß", "ẞ", "İ", "ı", "ς", "Σ", "ﬁ", "\u200b"),
  ],
);

it("the database compares values as searches compare names", async () => {
  const texts = fc
    .sample(fc.array(sign, { maxLength: 12 }), { numRuns: 2_000, seed: 1 })
    .map((signs) => signs.join(""));
  const { rows } = await api.database.pool.query<{ text: string; form: string }>(
    "SELECT text, search_form(text) AS form FROM unnest($1::text[]) AS text",
    [texts],
  );
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  for (const { text, form } of rows) expect(plain(form), JSON.stringify(text)).toBe(normalizeSearchText(text));
});
