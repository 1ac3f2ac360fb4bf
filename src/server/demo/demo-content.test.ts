import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { questTexts } from "../../contract/quest-fields.ts";
import { isUnexpected } from "../../protocol/check-value.ts";
import { metersBetween } from "../../protocol/distance.ts";
import { ownOptions } from "../../protocol/field.ts";
import { leastTravelSeconds } from "../evidence/evidence-rules.ts";
import { type DemoQuest, readDemo } from "./demo-content.ts";

const { quests } = readDemo();

function textsOf({ fields, photo }: DemoQuest["protocols"][number]) {
  const texts = fields.flatMap((field) => [
    field.label,
    field.hint,
    field.heading,
    ...ownOptions(field).map(({ label }) => label),
  ]);
  return [...texts, photo?.hint]
    .filter((text) => text !== undefined)
    .map((text) => (typeof text === "string" ? { en: text } : text));
}

const languages = ["ar", "de", "es", "fr", "pt-BR"];
const bounds = ["min", "max", "expected_min", "expected_max"];

describe.each(quests.map((quest) => [quest.quest.quest_name, quest] as const))("%s", (_name, demoQuest) => {
  const { protocols, participations, quest } = demoQuest;

  it("has a protocol that asks for a photo, in the same languages throughout", () => {
    expect(protocols.length).toBeGreaterThan(0);
    for (const protocol of protocols) {
      expect(protocol.photo).toMatchObject({ required: true });
      expect(new Set(textsOf(protocol).map((text) => Object.keys(text).sort().join(" "))).size).toBe(1);
    }
  });

  it("has all its texts in every language of Cairn", () => {
    expect(Object.keys(quest.translations ?? {}).sort()).toEqual(languages);
    for (const [language, texts] of Object.entries(quest.translations ?? {})) {
      const missing = questTexts.filter((name) => quest[name] && !texts[name]);
      expect([language, ...missing]).toEqual([language]);
    }
    const untranslated = protocols.flatMap(textsOf).filter((text) => languages.some((language) => !text[language]));
    expect(untranslated).toEqual([]);
  });

  it("has units or counts, and limits, for every measurement", () => {
    const numbers = protocols.at(-1)?.fields.filter(({ kind }) => kind === "number") ?? [];
    expect(numbers.filter((field) => !("unit" in field) || bounds.every((bound) => !(bound in field)))).toEqual([]);
  });

  it("has samples with expected values, in order of time", () => {
    for (const { samples } of participations) {
      for (const { measurements, protocol_version: version = protocols.length } of samples) {
        const fields = protocols[version - 1]?.fields ?? [];
        const unexpected = fields.filter((field) => isUnexpected(field, measurements[field.key]));
        expect(unexpected.map(({ key }) => key)).toEqual([]);
      }
      const days = samples.map(({ days_ago }) => days_ago);
      expect(days).toEqual(days.toSorted((one, other) => other - one));
    }
  });

  it("asks for what the specification's form asks about trees, and requires nothing else", () => {
    if (quest.quest_type !== "TREES") return;
    const newest = protocols.at(-1);
    expect(newest?.fields.filter((field) => "required" in field && field.required).map(({ key }) => key)).toEqual([
      "tree_width",
    ]);
    expect(newest).toMatchObject({ plant_id: true, target_count: 20, spacing_meters: 9.144 });
  });
});

it("has covers for most quests, small ones, and leaves some with contour lines", () => {
  const sizes = quests.flatMap(({ cover }) => (cover === undefined ? [] : [statSync(cover).size]));
  expect(sizes.length).toBeGreaterThanOrEqual(10);
  expect(sizes.length).toBeLessThan(quests.length);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});

describe("the volunteers of the demo", () => {
  const visits = quests
    .flatMap(({ participations }) => participations)
    .flatMap(({ username, samples }) => samples.map((sample) => ({ username, ...sample })))
    .toSorted((one, other) => other.days_ago - one.days_ago);
  const usernames = [...new Set(visits.map(({ username }) => username))];

  it.each(usernames)("%s has enough time between samples", (username) => {
    const samples = visits.filter((visit) => visit.username === username);
    const tooFast = samples.slice(1).filter((next, index) => {
      const before = samples[index] ?? next;
      const seconds = (before.days_ago - next.days_ago) * 24 * 60 * 60;
      return metersBetween(before, next) > 100 && leastTravelSeconds(metersBetween(before, next)) > seconds;
    });
    expect(tooFast).toEqual([]);
  });
});
