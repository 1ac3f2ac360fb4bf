import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { protocolWithAddedField } from "../../test/added-field.ts";
import { defaultProtocol, protocolOf } from "./default-protocol.ts";
import { columnsOf, emptyAnswersOf, formShapeOf, measurementsOf, type Protocol, valuesOf } from "./protocol.ts";

const read = (answers: Record<string, unknown>, protocol: Protocol = defaultProtocol) =>
  z.object(formShapeOf(protocol)).safeParse(answers);
const issuesOf = (answers: Record<string, unknown>, protocol?: Protocol) =>
  read(answers, protocol).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the specification's form", () => {
  it("is a circumference in centimetres, and a position of one's own where wanted", () => {
    expect(emptyAnswersOf(defaultProtocol)).toEqual({
      tree_width: "",
      user_supplied_latitude: "",
      user_supplied_longitude: "",
    });
    expect(read({ tree_width: "187.5", user_supplied_latitude: "", user_supplied_longitude: "-159.25" }).data).toEqual({
      tree_width: 187.5,
      user_supplied_latitude: undefined,
      user_supplied_longitude: -159.25,
    });
  });

  it.each([undefined, "", "abc", "12 cm", "1,5", "NaN"])("[VALID-08] takes %j for no circumference", (tree_width) => {
    expect(issuesOf({ tree_width })).toEqual([["tree_width", "tree width required"]]);
  });

  it.each(["1", "10000", " 12.345 ", "1e2"])("takes %j for a circumference", (tree_width) => {
    expect(read({ tree_width }).success).toBe(true);
  });

  it.each(["0.99", "10000.01"])("[VALID-08] holds %s for out of bounds", (tree_width) => {
    expect(issuesOf({ tree_width })?.map(([path]) => path)).toEqual(["tree_width"]);
  });

  it.each([
    ["user_supplied_latitude", "90.1"],
    ["user_supplied_longitude", "-180.1"],
    ["user_supplied_latitude", "north"],
  ])("refuses %s %s", (name, text) => {
    expect(issuesOf({ tree_width: "90", [name]: text })?.map(([path]) => path)).toEqual([name]);
  });

  it("speaks of trees only where the quest is about trees, and asks for the same", () => {
    const trees = protocolOf({ quest_type: "TREES" });
    const water = protocolOf({ quest_type: "WATER" });
    expect(JSON.stringify(trees)).toContain("Tree circumference");
    expect(JSON.stringify(water.fields.map(({ label, title, hint }) => [label, title, hint]))).not.toMatch(/tree/i);
    expect(Object.keys(formShapeOf(trees))).toEqual(Object.keys(formShapeOf(water)));
    expect(columnsOf(trees).map(({ name }) => name)).toEqual(columnsOf(water).map(({ name }) => name));
  });
});

describe("values", () => {
  it("are those that the protocol asks for and that were given", () => {
    const fields = { tree_width: 12, user_supplied_latitude: undefined, latitude: 3, id: "x", bark_depth: 4 };
    expect(valuesOf(defaultProtocol, fields)).toEqual({ tree_width: 12 });
    expect(valuesOf(protocolWithAddedField, fields)).toEqual({ tree_width: 12, bark_depth: 4 });
  });

  it("have columns whose names say the unit, empty where there is nothing", () => {
    const values = { tree_width: 12, user_supplied_latitude: null, bark_depth: 4.5 };
    expect(columnsOf(protocolWithAddedField).map(({ name, cell }) => [name, cell(values)])).toEqual([
      ["tree_circumference_cm", 12],
      ["user_supplied_latitude_degrees", null],
      ["user_supplied_longitude_degrees", null],
      ["bark_depth_mm", 4.5],
    ]);
  });

  it("are named and carry their unit; what no field asks for comes last, without a name", () => {
    const values = { lichen: "much", bark_depth: 4.5, user_supplied_latitude: -3, tree_width: 12 };
    expect(measurementsOf(values, protocolWithAddedField)).toEqual([
      { name: "tree_width", label: "Width", text: "12 cm" },
      { name: "user_supplied_latitude", label: "Latitude", text: "-3°" },
      { name: "bark_depth", label: "Depth of the bark", text: "4.5 mm" },
      { name: "lichen", label: undefined, text: "much" },
    ]);
  });
});
