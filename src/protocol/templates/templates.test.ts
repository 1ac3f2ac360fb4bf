import { describe, expect, it } from "vitest";
import texts from "../../texts/en/protocol.template.json";
import { ownOptions } from "../field.ts";
import { templates } from "./templates.ts";

describe.each(templates.map((template) => [template.id, template] as const))("the template %s", (_id, template) => {
  const { protocol, sources } = template;

  it("has a name and a description in the texts", () => {
    expect(texts).toMatchObject({ [template.name]: expect.any(String), [template.description]: expect.any(String) });
  });

  it("has all texts in English, tagged `en`", () => {
    const texts = protocol.fields.flatMap((field) => [
      field.label,
      field.hint,
      field.heading,
      ...("options" in field ? ownOptions(field).map(({ label }) => label) : []),
    ]);
    const said = [...texts, protocol.photo?.hint].filter((text) => text !== undefined);
    expect(said.filter((text) => typeof text === "string" || text.en === undefined)).toEqual([]);
  });

  it("has a source for every range, and only for existing fields", () => {
    const ranged = protocol.fields.filter(
      (field) =>
        (field.kind === "number" || field.kind === "integer") &&
        [field.min, field.max, field.expected_min, field.expected_max].some((bound) => bound !== undefined),
    );
    const covered = new Set(sources.flatMap(({ fields }) => fields));
    expect(ranged.map(({ key }) => key).filter((key) => !covered.has(key))).toEqual([]);
    const keys = new Set(protocol.fields.map(({ key }) => key));
    expect([...covered].filter((key) => !keys.has(key))).toEqual([]);
    expect(sources.map(({ url }) => new URL(url).protocol)).toEqual(sources.map(() => "https:"));
  });
});

it("template ids are unique", () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
});

it("[QUEST-15] the template for trees asks for at least 20 trees, 10 yards apart, and their circumference in centimetres", () => {
  const { protocol } = templates.find(({ id }) => id === "tree-girth") ?? {};
  expect(protocol).toMatchObject({ target_count: 20, spacing_meters: 9.144 });
  expect(protocol?.fields[0]).toMatchObject({ key: "tree_width", kind: "number", unit: "cm", required: true });
});
