import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeSearchText, searchWords } from "./search-text.ts";

describe("what search compares", () => {
  it.each([
    ["São  Paulo", "sao paulo"],
    ["Łódź", "lodz"],
    ["STRASSE Straße", "strasse strasse"],
    ["Ærøskøbing", "aeroskobing"],
    ["İstanbul", "istanbul"],
    ["  Ångström ", "angstrom"],
    ["Écorce\u00a0: le fond\u202f?", "ecorce : le fond ?"],
    ["Αθήνας ΟΔΟΣ", "αθηνασ οδοσ"],
    ["ｐｌｏｔ　１２", "plot 12"],
    ["खंड १२, قطعة ١٢", "खड 12, قطعة 12"],
    ["مــحمّد", "محمد"],
    ["so\u00adft\u200bware", "software"],
  ])("takes %s for %s", (text, normalized) => {
    expect(normalizeSearchText(text)).toBe(normalized);
  });

  it("is the same when done twice, and finds every word of a text in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const once = normalizeSearchText(text);
        expect(normalizeSearchText(once)).toBe(once);
        for (const word of searchWords(text)) expect(once).toContain(word);
      }),
    );
  });
});
