import { describe, expect, it } from "vitest";
import { protocolWithAddedField } from "../../test/added-field.ts";
import texts from "../texts/en/protocol.json" with { type: "json" };
import { findProblems } from "./check-values.ts";
import { defaultProtocol, specificationForm } from "./default-protocol.ts";
import { measurementsOf } from "./measurements.ts";
import { columnName, withUnit } from "./units.ts";

const problemsOf = (values: Record<string, unknown>) =>
  findProblems(defaultProtocol, values).map(({ key, text }) => [key, text]);

describe("the specification's form", () => {
  it.each([undefined, null, "", "abc", "12", Number.NaN])("[VALID-08] takes %j for no circumference", (tree_width) => {
    expect(problemsOf({ tree_width })).toEqual([["tree_width", "validation.treeWidthRequired"]]);
  });

  it.each([1, 10_000, 12.345])("takes %j for a circumference", (tree_width) => {
    expect(problemsOf({ tree_width })).toEqual([]);
  });

  it.each([0.99, 10_000.01])("[VALID-08] holds %s for out of bounds", (tree_width) => {
    expect(problemsOf({ tree_width })).toEqual([["tree_width", "validation.between"]]);
  });

  it("speaks of trees only where the quest is about trees, and asks for the same", () => {
    const wordsOf = (questType: string) =>
      specificationForm(questType).fields.flatMap(({ label, title, hint }) =>
        [label, title, hint].flatMap((text) => (text && typeof text === "object" ? [String(text.saying)] : [])),
      );
    expect(wordsOf("TREES")).toContain("protocol.treeWidth.label");
    for (const key of wordsOf("WATER")) expect(texts[key as keyof typeof texts]).not.toMatch(/tree/i);
    const askedOf = (questType: string) => specificationForm(questType).fields.map(({ key, kind }) => [key, kind]);
    expect(askedOf("TREES")).toEqual(askedOf("WATER"));
  });
});

describe("values", () => {
  it("are named and carry their unit; what no field asks for comes last, without a name", () => {
    const values = { lichen: "much", bark_depth: 4.5, user_supplied_latitude: -3, tree_width: 12 };
    expect(
      measurementsOf(values, protocolWithAddedField).map(({ name, label, value, unit }) => [name, label, value, unit]),
    ).toEqual([
      ["tree_width", "Circumference", 12, "cm"],
      ["bark_depth", { en: "Depth of the bark" }, 4.5, "mm"],
      ["user_supplied_latitude", { saying: "protocol.position.latitude" }, -3, "deg"],
      ["lichen", undefined, "much", undefined],
    ]);
  });

  it.each([
    ["12", "cm", "12 cm"],
    ["-3", "deg", "-3°"],
    ["7.1", "[pH]", "7.1 pH"],
    ["much", undefined, "much"],
  ])("are written with their unit: %s %s", (value, unit, text) => {
    expect(withUnit(value, unit)).toBe(text);
  });

  it.each([
    ["bark_depth", "mm", "bark_depth_mm"],
    ["latitude", "deg", "latitude_degrees"],
    ["acidity", "[pH]", "acidity_ph"],
    ["lichen", undefined, "lichen"],
  ])("have a column for %s in %s", (name, unit, column) => {
    expect(columnName(name, unit)).toBe(column);
  });
});
