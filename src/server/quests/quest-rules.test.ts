import { expect, it } from "vitest";
import { questSearchText, requireLanguages } from "./quest-rules.ts";

it("[HOME-13] a quest is found by name, description, organization and locations", () => {
  const place = { locality: "Lihue", administrative_area: "Hawaii", country: "USA", postal_code: "96766" };
  const quest = { quest_name: "Bark", quest_description: null, organization_name: "Institute", locations: [place] };
  expect(questSearchText(quest)).toBe("bark institute lihue hawaii 96766 usa");
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
