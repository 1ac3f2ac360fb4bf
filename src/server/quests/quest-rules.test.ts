import { expect, it } from "vitest";
import { questSearchText } from "./quest-rules.ts";

it("[HOME-13] a quest is found by name, description, organization and locations", () => {
  const place = { locality: "Lihue", administrative_area: "Hawaii", country: "USA", postal_code: "96766" };
  const quest = { quest_name: "Bark", quest_description: null, organization_name: "Institute", locations: [place] };
  expect(questSearchText(quest)).toBe("bark institute lihue hawaii 96766 usa");
});
