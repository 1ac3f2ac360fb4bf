// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFault } from "./check-value.ts";
import { compareVersions } from "./compare-versions.ts";
import { specificationForm } from "./default-protocol.ts";
import { type Field, type NumberField, ownOptions, type Protocol } from "./field.ts";

const depth: NumberField = { key: "depth", kind: "number", label: "Depth", unit: "cm", min: 0, max: 500 };
const colour: Field = {
  key: "colour",
  kind: "choice",
  label: { en: "Colour" },
  options: [
    { value: "brown", label: "Brown" },
    { value: "green", label: "Green" },
  ],
};
const before: Protocol = { fields: [depth, colour] };

const changesTo = (after: Partial<Protocol>, from: Protocol = before) => compareVersions(from, { ...from, ...after });
const changesOfDepth = (edit: object) => changesTo({ fields: [{ ...depth, ...edit } as Field, colour] });

describe("the effect of an edit on existing data points", () => {
  it("is none if fields move, or hints, translations, options or looser bounds are added", () => {
    const after: Protocol = {
      fields: [
        {
          ...colour,
          label: { en: "Colour", de: "Farbe" },
          options: [...ownOptions(colour), { value: "red", label: "Red" }],
        },
        { ...depth, label: { en: "Depth" }, hint: "With the disc.", min: -5, max: undefined, expected_max: 300 },
      ],
      spacing_meters: 5,
    };
    expect(compareVersions(before, after)).toEqual([]);
  });

  it("is none if notes are added, changed or removed", () => {
    const note = (text: string): Field => ({ key: "gloves", kind: "note", label: text });
    expect(changesTo({ fields: [note("Wear gloves"), depth, colour] })).toEqual([]);
    expect(changesTo(before, { fields: [depth, note("Wear gloves"), colour] })).toEqual([]);
    expect(changesTo({ fields: [{ ...depth, kind: "note", key: "depth" } as Field, colour] })).toEqual([
      { change: "removed", key: "depth", label: "Depth" },
    ]);
  });

  it.each<[what: string, edit: object, change: object]>([
    ["another unit", { unit: "m" }, { change: "unit", from: "cm", to: "m" }],
    ["another kind", { kind: "integer" }, { change: "kind", from: "number", to: "integer" }],
    ["a higher lower bound", { min: 1 }, { change: "tighter" }],
    ["a lower upper bound", { max: 400 }, { change: "tighter" }],
    ["a step", { step: 5 }, { change: "tighter" }],
    ["an answer that is required", { required: true }, { change: "required" }],
    ["a condition", { shown_when: { field: "x", op: "=", value: 1 } }, { change: "condition" }],
  ])("%s", (_what, edit, change) => {
    expect(changesOfDepth(edit)).toEqual([{ ...change, key: "depth", label: "Depth" }]);
  });

  it("reports no condition that is only written otherwise", () => {
    const comparison: Field = { ...depth, shown_when: { field: "x", op: "=", value: 1 } };
    const formula: Field = { ...depth, shown_when: { expression: "${x}=1" } };
    expect(compareVersions({ fields: [comparison] }, { fields: [formula] })).toEqual([]);
  });

  it("reports another question under the same key", () => {
    expect(changesOfDepth({ label: "Width" })).toEqual([{ change: "reworded", key: "depth", label: "Width" }]);
  });

  it("distinguishes a removed field, an added one, and one with a new key", () => {
    const added: Field = { key: "wind", kind: "yes_no", label: "Wind" };
    expect(changesTo({ fields: [{ ...depth, key: "depth_cm" }, added] })).toEqual([
      { change: "removed", key: "colour", label: { en: "Colour" } },
      { change: "renamed", key: "depth_cm", label: "Depth", from: "depth" },
      { change: "added", key: "wind", label: "Wind" },
    ]);
  });

  it("treats the first of two new fields with a removed field's label as renamed", () => {
    const changes = changesTo({ fields: [{ ...depth, key: "a" }, { ...depth, key: "b" }, colour] });
    expect(changes.map(({ change }) => change)).toEqual(["renamed", "added"]);
  });

  it("reports options that are removed or reworded", () => {
    const [brown, green] = ownOptions(colour);
    const reworded = { ...brown, label: "Dark" } as const;
    expect(changesTo({ fields: [depth, { ...colour, options: [reworded] } as Field] })).toEqual([
      { change: "optionsRemoved", key: "colour", label: { en: "Colour" }, options: [green] },
      { change: "optionsReworded", key: "colour", label: { en: "Colour" }, options: [reworded] },
    ]);
  });

  it("reports a new or changed pattern", () => {
    const code: Field = { key: "code", kind: "text", label: "Code" };
    const changes = (from: object, to: object) =>
      compareVersions({ fields: [{ ...code, ...from }] }, { fields: [{ ...code, ...to }] }).map(({ change }) => change);
    expect(changes({}, { pattern: "[A-Z]" })).toEqual(["tighter"]);
    expect(changes({ pattern: "[A-Z]" }, { pattern: "[A-Z]+" })).toEqual(["tighter"]);
    expect(changes({ pattern: "[A-Z]" }, {})).toEqual([]);
  });

  it("reports days and times that are no longer accepted", () => {
    const day: Field = { key: "day", kind: "date", label: "Day", min: "2026-01-01" };
    const changes = (to: object) =>
      compareVersions({ fields: [day] }, { fields: [{ ...day, ...to } as Field] }).map(({ change }) => change);
    expect(changes({ min: "2026-02-01" })).toEqual(["tighter"]);
    expect(changes({ max: "2026-12-31" })).toEqual(["tighter"]);
    expect(changes({ min: "2025-01-01" })).toEqual([]);
  });

  it("reports a photo that becomes required, and a changed target count", () => {
    const from: Protocol = { ...before, photo: { required: false } };
    expect(changesTo({ photo: { required: true }, target_count: 20 }, from)).toEqual([
      { change: "photoRequired" },
      { change: "targetCount", from: undefined, to: 20 },
    ]);
    expect(changesTo({ photo: undefined }, from)).toEqual([{ change: "photoRequired" }]);
  });

  it("treats leaving the specification's form like any other edit", () => {
    const changes = compareVersions(specificationForm("WATER"), before);
    expect(changes.map(({ change }) => change)).toEqual(["removed", "added", "added"]);
  });
});

describe("any number field", () => {
  const whole = fc.integer({ min: -20, max: 20 });
  const numberField = fc.record(
    {
      key: fc.constant("depth"),
      label: fc.constant("Depth"),
      kind: fc.constantFrom("number" as const, "integer" as const),
      min: whole,
      max: whole,
      step: fc.integer({ min: 1, max: 6 }),
    },
    { requiredKeys: ["key", "label", "kind"] },
  );

  it("accepts the same values as before, unless the edit is reported as tighter or as another kind", () => {
    fc.assert(
      fc.property(numberField, numberField, fc.integer({ min: -40, max: 40 }), (from, to, halves) => {
        const told = compareVersions({ fields: [from] }, { fields: [to] }).map(({ change }) => change);
        if (told.includes("tighter") || told.includes("kind")) return;
        if (findFault(from, halves / 2) === undefined) expect(findFault(to, halves / 2)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it("reports nothing if unchanged", () => {
    fc.assert(
      fc.property(numberField, (field) => {
        expect(compareVersions({ fields: [field] }, { fields: [field] })).toEqual([]);
      }),
    );
  });
});
