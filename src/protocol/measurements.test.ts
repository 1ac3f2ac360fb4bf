import { expect, it } from "vitest";
import { specificationForm } from "./default-protocol.ts";
import type { Protocol } from "./field.ts";
import { cellOf, measurementsOf } from "./measurements.ts";

const protocol: Protocol = {
  fields: [
    { key: "tree_width", kind: "number", unit: "cm", label: "Girth" },
    { key: "lichen", kind: "yes_no", label: { en: "Lichen?" } },
    { key: "shore", kind: "photo", label: "Shore" },
  ],
};

it("[DATA-03] lists values in the protocol's order, then a user-supplied position, then unknown keys", () => {
  const values = { moss: "much", lichen: false, user_supplied_latitude: -3, tree_width: 0 };
  expect(measurementsOf(values, protocol).map(({ name, label, value, unit }) => [name, label, value, unit])).toEqual([
    ["tree_width", "Girth", 0, "cm"],
    ["lichen", { en: "Lichen?" }, false, undefined],
    ["user_supplied_latitude", { saying: "protocol.position.latitude" }, -3, "deg"],
    ["moss", undefined, "much", undefined],
  ]);
});

it("[DATA-03] calls a circumference Width only in the specification's own form", () => {
  const labels = ["TREES", "WATER"].map(
    (type) => measurementsOf({ tree_width: 90 }, specificationForm(type))[0]?.label,
  );
  expect(labels).toEqual(Array(2).fill({ saying: "protocol.treeWidth.short" }));
});

it("is empty without answers, and ignores inherited properties", () => {
  const withOddKey: Protocol = { fields: [{ key: "valueof", kind: "text", label: "x" }] };
  expect(measurementsOf({ lichen: null }, protocol)).toEqual([]);
  expect(measurementsOf({}, withOddKey)).toEqual([]);
});

it.each([
  [12.5, 12.5],
  [false, false],
  ["", ""],
  [["reed", "sand"], "reed;sand"],
  [null, null],
  [undefined, null],
  [{ a: 1 }, '{"a":1}'],
])("formats %j as %j in a cell", (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
