import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeSearchText, questSearchText, searchWords } from "./quest-rules.ts";

describe("what search compares", () => {
  it.each([
    ["São  Paulo", "sao paulo"],
    ["Łódź", "lodz"],
    ["STRASSE Straße", "strasse strasse"],
    ["Ærøskøbing", "aeroskobing"],
    ["İstanbul", "istanbul"],
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

  it("[HOME-13] is made of name, description, organization and places", () => {
    const place = { locality: "Lihue", administrative_area: "Hawaii", country: "USA", postal_code: "96766" };
    const quest = { quest_name: "Bark", quest_description: null, organization_name: "Institute", locations: [place] };
    expect(questSearchText(quest)).toBe("bark institute lihue hawaii 96766 usa");
  });
});
