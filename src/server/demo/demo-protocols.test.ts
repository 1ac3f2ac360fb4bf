import { describe, expect, it } from "vitest";
import { questFormPayloadSchema } from "../../contract/quests.ts";
import { protocolSchema } from "../../protocol/protocol-schema.ts";
import { demoQuests } from "./demo-quests.ts";
import type { DemoProtocol } from "./protocols/in-language.ts";

/** The sets of languages in which a protocol says something. */
function languagesIn({ fields, photo }: DemoProtocol): string[] {
  const texts = fields.flatMap((field) => [
    field.label,
    field.hint,
    field.heading,
    ...("options" in field ? field.options.map(({ label }) => label) : []),
  ]);
  const said = [...texts, photo?.hint].filter((text) => text !== undefined);
  return [...new Set(said.map((text) => (typeof text === "string" ? "en" : Object.keys(text).sort().join(" "))))];
}

const bounds = ["min", "max", "expected_min", "expected_max"];

describe.each(demoQuests.map((quest) => [quest.quest_name, quest] as const))("%s", (_name, quest) => {
  it("has a protocol of its own, which an administrator could send", () => {
    for (const protocol of [quest.protocol, quest.firstProtocol ?? quest.protocol]) {
      expect(protocolSchema.safeParse(protocol).error?.issues).toBeUndefined();
      expect(protocol.photo).toMatchObject({ required: true });
    }
    expect(questFormPayloadSchema.shape.protocol.safeParse(quest.protocol).success).toBe(true);
  });

  it("says everything in the same languages", () => {
    expect(languagesIn(quest.protocol).length).toBeLessThanOrEqual(1);
  });

  it("every measurement has a unit, or is a count, and bounds", () => {
    const numbers = quest.protocol.fields.filter(({ kind }) => kind === "number");
    expect(numbers.filter((field) => !("unit" in field) || bounds.every((bound) => !(bound in field)))).toEqual([]);
  });
});

it("a quest about trees takes what the specification's form asks for, and nothing else is required", () => {
  for (const { protocol } of demoQuests.filter(({ quest_type }) => quest_type === "TREES")) {
    expect(protocol.fields.filter(({ required }) => required).map(({ key }) => key)).toEqual(["tree_width"]);
    expect(protocol).toMatchObject({ plant_id: true, target_count: 20, spacing_meters: 9.144 });
  }
});
