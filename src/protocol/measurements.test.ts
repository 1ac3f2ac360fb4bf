import { expect, it } from "vitest";
import type { Protocol } from "./field.ts";
import { cellOf, measurementsOf } from "./measurements.ts";

const protocol: Protocol = {
  fields: [
    { key: "tree_width", kind: "number", unit: "cm", label: "Girth" },
    { key: "lichen", kind: "yes_no", label: { en: "Lichen?" } },
    { key: "shore", kind: "photo", label: "Shore" },
  ],
};

it("[DATA-03] are the values in the protocol's order, then a position of one's own, then what nothing asked for", () => {
  const values = { moss: "much", lichen: false, user_supplied_latitude: -3, tree_width: 0 };
  expect(measurementsOf(values, protocol).map(({ name, label, value, unit }) => [name, label, value, unit])).toEqual([
    ["tree_width", { saying: "protocol.treeWidth.short" }, 0, "cm"],
    ["lichen", { en: "Lichen?" }, false, undefined],
    ["user_supplied_latitude", { saying: "protocol.position.latitude" }, -3, "deg"],
    ["moss", undefined, "much", undefined],
  ]);
});

it("are none where nothing was answered, and none that every object has", () => {
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
])("stand in a cell: %j as %j", (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
