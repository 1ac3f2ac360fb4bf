import { expect, it } from "vitest";
import { questSearchText, requireLanguages } from "./quest-rules.ts";

it("[HOME-13] a quest is found by name, description, organization and locations", () => {
  const place = { locality: "Lihue", administrative_area: "Hawaii", country: "USA", postal_code: "96766" };
  const quest = { quest_name: "Bark", quest_description: null, organization_name: "Institute", locations: [place] };
  expect(questSearchText(quest)).toBe("bark institute lihue hawaii 96766 usa");
});

it("[HOME-13] a quest is found by all lines of an address, its countries in its languages, and its public stations", () => {
  const place = { locality: "Luray", administrative_area: "Virginia", postal_code: "22835", country: "United States" };
  const park = { ...place, address_line1: "Skyline Drive", address_line2: "Shenandoah National Park" };
  const of = (changes: object) =>
    questSearchText({ quest_name: "Bark", organization_name: "Institute", locations: [park, place], ...changes });
  expect(of({})).toBe(
    "bark institute skyline drive shenandoah national park luray virginia 22835 luray virginia 22835 united states",
  );
  const translated = of({ translations: { de: { quest_name: "Rinde" }, ar: { quest_name: "لحاء" } } });
  for (const name of ["vereinigte staaten", "الولايات المتحدة", "united states"]) expect(translated).toContain(name);
  const german = { language: "de", locations: [{ ...place, country: "Österreich" }] };
  expect(of(german)).toMatch(/ osterreich austria$/);
  expect(of({ locations: [{ ...place, country: "Atlantis" }] })).toMatch(/ atlantis$/);
  // A word is found as well if it is there once.
  expect(of({ station_names: "P-1 Ferry steps P-2 Ferry Kratié" })).toMatch(/ p-1 ferry steps p-2 kratie$/);
});

it("languages of two letters are known ones, and those of three may have no name here", () => {
  const given = (language: string, ...others: string[]) => ({
    quest_name: "Bark",
    locations: [],
    organization: {},
    language,
    translations: Object.fromEntries(others.map((code) => [code, {}])),
  });
  expect(() => requireLanguages(given("gsw", "de", "pt-BR"))).not.toThrow();
  expect(() => requireLanguages(given("en", "xx-DE"))).toThrow(expect.objectContaining({ code: "validation_failed" }));
});
