import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValues } from "../../test/arbitrary-values.ts";
import { findProblems, keptValues } from "../../test/check-values.ts";
import { protocolArbitrary } from "../../test/protocol-arbitrary.ts";
import { boundsOf, findFault, isUnexpected } from "./check-value.ts";
import { photoWish, shownKeys } from "./check-values.ts";
import { defaultProtocol, specificationForm, wantsPlantId } from "./default-protocol.ts";
import type { Field, Protocol } from "./field.ts";

const label = "What is asked";
const options = ["reed", "sand", "rock wall"].map((value) => ({ value, label: value }));
const faultOf = (field: Partial<Field> & Pick<Field, "kind">, value: unknown) => {
  const fault = findFault({ key: "asked", label, ...field } as Field, value);
  return fault && [fault.text, ...Object.values(fault.values ?? {})];
};

it("a note has no value", () => {
  const protocol: Protocol = { fields: [{ key: "gloves", kind: "note", label }] };
  expect(findProblems(protocol, {})).toEqual([]);
  expect(findProblems(protocol, { gloves: "yes" })).toEqual([{ key: "gloves", text: "validation.notAsked" }]);
});

describe("a ranking", () => {
  const ranking = { kind: "rank", options } as const;
  it("has all options, each once", () => {
    expect(faultOf(ranking, ["sand", "rock wall", "reed"])).toBeUndefined();
    expect(faultOf(ranking, ["sand", "reed"])).toEqual(["validation.rank"]);
    expect(faultOf(ranking, ["sand", "reed", "sand"])).toEqual(["validation.rank"]);
    expect(faultOf(ranking, ["sand", "reed", "mud"])).toEqual(["validation.noSuchOption", "mud"]);
    expect(faultOf(ranking, "sand")).toEqual(["validation.rank"]);
  });
});

describe("a date with a time", () => {
  const emptied = { kind: "datetime", min: "2026-05-31T06:00", max: "2026-06-30T20:00" } as const;
  it("is in its bounds", () => {
    expect(faultOf(emptied, "2026-05-31T06:00")).toBeUndefined();
    expect(faultOf(emptied, "2026-05-31T05:59")).toEqual(["validation.between", emptied.min, emptied.max]);
    expect(faultOf(emptied, "2026-06-30T20:00+05:45")).toBeUndefined();
    expect(faultOf(emptied, "2026-06-30T20:01-12:00")).toEqual(["validation.between", emptied.min, emptied.max]);
  });
  it("is compared in conditions as the clock showed it", () => {
    const shownWith = (answer: string) => {
      const condition = { field: "at", value: "2026-05-31T06:00" };
      const fields: Field[] = [
        { key: "at", kind: "datetime", label },
        { key: "later", kind: "text", label, shown_when: { ...condition, op: ">=" } },
        { key: "same", kind: "text", label, shown_when: { ...condition, op: "=" } },
      ];
      return [...shownKeys({ fields }, { at: answer })];
    };
    expect(shownWith("2026-05-31T06:00-03:00")).toEqual(["at", "later", "same"]);
    expect(shownWith("2026-05-31T05:59+14:00")).toEqual(["at"]);
  });
  it.each([
    "2026-05-31",
    "2026-02-30T10:00",
    "2026-06-01T24:00",
    "2026-06-01 10:00",
    "2026-06-01T10:00Z",
    "2026-02-30T10:00+01:00",
    "2026-06-01T10:00+15:00",
    5,
  ])("is not %s", (value) => {
    expect(faultOf(emptied, value)).toEqual(["validation.datetime"]);
  });
});

it("a code is a text of limited length", () => {
  expect(faultOf({ kind: "barcode" }, "4006381333931")).toBeUndefined();
  expect(faultOf({ kind: "barcode" }, 4006381333931)).toEqual(["validation.text"]);
  expect(faultOf({ kind: "barcode" }, "x".repeat(2_001))).toEqual(["validation.atMostCharacters", "2000"]);
  expect(faultOf({ kind: "barcode" }, "\u0000")).toEqual(["validation.noNul"]);
});

describe("a number", () => {
  const depth = { kind: "number", unit: "m", min: -0.5, max: 12 } as const;
  it.each([-0.5, 0, 3.25, 12])("accepts %d", (value) => {
    expect(faultOf(depth, value)).toBeUndefined();
  });
  it.each([-0.51, 12.0001, 1e9])("reports its bounds for %d", (value) => {
    expect(faultOf(depth, value)).toEqual(["validation.between", "-0.5", "12 m"]);
  });
  it("reports its only bound", () => {
    expect(faultOf({ kind: "number", min: 3, unit: "Cel" }, 2)).toEqual(["validation.atLeast", "3 °C"]);
    expect(faultOf({ kind: "number", max: 3 }, 4)).toEqual(["validation.atMost", "3"]);
  });
  it.each(["3", "", true, [3], {}, Number.NaN, Number.POSITIVE_INFINITY])("rejects %j", (value) => {
    expect(faultOf(depth, value)).toEqual(["validation.number"]);
  });
  it("rejects numbers whose neighbours can't be told apart", () => {
    expect(faultOf({ kind: "number" }, 2 ** 60)).toEqual(["validation.number"]);
  });

  it("counts its step from the lower bound, and suggests the nearest values", () => {
    const stepped = { kind: "number", min: 0.05, max: 1, step: 0.1, unit: "m" } as const;
    expect([0.05, 0.15, 0.35, 0.95].map((value) => faultOf(stepped, value))).toEqual(Array(4).fill(undefined));
    expect(faultOf(stepped, 0.3)).toEqual(["validation.step", "0.1 m", "0.25 m", "0.35 m"]);
    expect(faultOf(stepped, 0.97)).toEqual(["validation.stepBelow", "0.1 m", "0.95 m"]);
    expect(faultOf({ kind: "number", step: 5 }, -7)).toEqual(["validation.step", "5", "-10", "-5"]);
  });
  it("accepts every whole number of steps, despite binary rounding", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.001, 0.01, 0.1, 0.25, 0.3, 1, 7),
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(undefined, -2_000_000_000_000, 0.05),
        (step, count, min) => {
          const value = Number(((min ?? 0) + count * step).toPrecision(15));
          const fault = faultOf({ kind: "number", step, ...(min === undefined ? {} : { min }) }, value);
          return fault === undefined || fault[0] === "validation.atLeast";
        },
      ),
    );
  });
});

describe("an integer", () => {
  it.each([-3, 0, 12, Number.MAX_SAFE_INTEGER])("accepts %d", (value) => {
    expect(faultOf({ kind: "integer" }, value)).toBeUndefined();
  });
  it.each([1.5, 2 ** 53])("rejects %d", (value) => {
    expect(faultOf({ kind: "integer" }, value)).toEqual(["validation.integer"]);
  });
  it("has bounds and steps like a number", () => {
    expect(faultOf({ kind: "integer", min: 0, max: 10, unit: "{birds}" }, 11)).toEqual([
      "validation.between",
      "0",
      "10 birds",
    ]);
    expect(faultOf({ kind: "integer", step: 5 }, 3)).toEqual(["validation.step", "5", "0", "5"]);
  });
});

describe("a choice", () => {
  it("accepts each listed option once", () => {
    expect(faultOf({ kind: "choice", options }, "rock wall")).toBeUndefined();
    expect(faultOf({ kind: "choices", options }, ["sand", "reed"])).toBeUndefined();
    expect(faultOf({ kind: "choices", options }, ["sand", "sand"])).toEqual(["validation.optionTwice"]);
  });
  it.each(["mud", "Reed", " reed", "constructor", "x".repeat(1000)])(
    "rejects options that are not listed: %s",
    (value) => {
      const refused = ["validation.noSuchOption", value.slice(0, 100)];
      expect(faultOf({ kind: "choice", options }, value)).toEqual(refused);
      expect(faultOf({ kind: "choices", options }, ["reed", value])).toEqual(refused);
    },
  );
  it.each([1, true, ["reed"], { value: "reed" }])("of one kind accepts one string, not %j", (value) => {
    expect(faultOf({ kind: "choice", options }, value)).toEqual(["validation.options"]);
  });
  it.each(["reed", 1, { 0: "reed" }, [1], [["reed"]]])("of several accepts a list, not %j", (value) => {
    expect(faultOf({ kind: "choices", options }, value)).toEqual(["validation.options"]);
  });
});

describe("other kinds", () => {
  it.each([
    ["yes_no", true],
    ["yes_no", false],
    ["text", "Écorce 🌳\nbrune"],
    ["text", "x".repeat(2000)],
    ["date", "2024-02-29"],
    ["date", "1900-01-01"],
    ["time", "00:00"],
    ["time", "23:59"],
  ] as const)("%s accepts %j", (kind, value) => {
    expect(faultOf({ kind }, value)).toBeUndefined();
  });
  it.each([
    ["yes_no", "yes", "validation.yesNo"],
    ["yes_no", 1, "validation.yesNo"],
    ["text", 5, "validation.text"],
    ["text", "a\u0000b", "validation.noNul"],
    ["text", "half \ud83c", "validation.noNul"],
    ["text", "x".repeat(2001), "validation.atMostCharacters"],
    ["date", "2023-02-29", "validation.date"],
    ["date", "1899-12-31", "validation.date"],
    ["date", "2026-5-1", "validation.date"],
    ["date", "2026-05-31T00:00", "validation.date"],
    ["date", 20260531, "validation.date"],
    ["time", "24:00", "validation.time"],
    ["time", "7:05", "validation.time"],
    ["time", "07:05:00", "validation.time"],
    ["photo", "picture.jpg", "validation.asFile"],
  ] as const)("%s rejects %j", (kind, value, text) => {
    expect(faultOf({ kind }, value)?.[0]).toBe(text);
  });
  it("have bounds and patterns", () => {
    expect(faultOf({ kind: "date", min: "2026-01-01", max: "2026-12-31" }, "2027-01-01")).toEqual([
      "validation.between",
      "2026-01-01",
      "2026-12-31",
    ]);
    expect(faultOf({ kind: "time", min: "06:00" }, "05:59")).toEqual(["validation.atLeast", "06:00"]);
    expect(faultOf({ kind: "text", pattern: "[A-Z]{2}\\d" }, "AB1")).toBeUndefined();
    expect(faultOf({ kind: "text", pattern: "[A-Z]{2}\\d" }, "AB12")).toEqual([
      "validation.pattern.noMatch",
      "[A-Z]{2}\\d",
    ]);
    expect(faultOf({ kind: "text", pattern: "a+" }, "a".repeat(201))).toEqual(["validation.atMostCharacters", "200"]);
  });
});

it("a value outside the expected range is accepted, and only numbers have such a range", () => {
  const field = { key: "ph", label, kind: "number", expected_min: 4, expected_max: 9 } as const;
  expect([3.9, 4, 9, 9.1].map((value) => isUnexpected(field, value))).toEqual([true, false, false, true]);
  expect(findFault(field, 3.9)).toBeUndefined();
  expect(isUnexpected({ key: "note", label, kind: "text" }, "x")).toBe(false);
});

const water: Protocol = {
  fields: [
    { key: "bottom", kind: "choices", label, options },
    { key: "fish", kind: "yes_no", label, required: true },
    { key: "count", kind: "integer", label, required: true, shown_when: { field: "fish", op: "=", value: true } },
    { key: "species", kind: "text", label, shown_when: { field: "count", op: ">=", value: 1 } },
    { key: "picture", kind: "photo", label, required: true, shown_when: { field: "count", op: ">", value: 10 } },
    { key: "reed", kind: "number", label, unit: "m", shown_when: { field: "bottom", op: "includes", value: "reed" } },
  ],
};
const problemsOf = (values: Record<string, unknown>, photos?: string[], protocol = water) =>
  findProblems(protocol, values, photos && new Set(photos)).map(({ key, text }) => [key, text]);

describe("values", () => {
  it("are valid if every shown field has what it requires", () => {
    expect(problemsOf({ fish: false })).toEqual([]);
    expect(problemsOf({ fish: true, count: 2, species: "perch", bottom: ["sand", "reed"], reed: 2 }, [])).toEqual([]);
    expect(problemsOf({ fish: true, count: 11 }, ["picture"])).toEqual([]);
  });

  it.each([null, "", "  ", []])("count %j as no answer", (nothing) => {
    expect(problemsOf({ fish: nothing, bottom: nothing })).toEqual([["fish", "validation.required"]]);
    expect(problemsOf({ fish: false, count: nothing })).toEqual([]);
    expect(keptValues(water, { fish: false, count: nothing, bottom: nothing })).toEqual({ fish: false });
  });

  it("must not answer hidden fields, and hide the fields that depend on them", () => {
    expect(problemsOf({ fish: false, count: 3 })).toEqual([["count", "validation.hidden"]]);
    expect(problemsOf({ fish: false, count: 11 }, ["picture"])).toEqual([
      ["count", "validation.hidden"],
      ["picture", "validation.hidden"],
    ]);
    expect(problemsOf({ fish: false, picture: "me.jpg" }, [])).toEqual([["picture", "validation.hidden"]]);
  });

  it("are rejected under unknown keys", () => {
    expect(problemsOf({ fish: false, depth: 3, toString: 1 }, ["file", "fish"])).toEqual([
      ["depth", "validation.notAsked"],
      ["toString", "validation.notAsked"],
      ["file", "validation.notAsked"],
      ["fish", "validation.notAsked"],
    ]);
  });

  it("reports only the first hundred unknown keys", () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 1]));
    const problems = findProblems({ fields: [] }, many);
    expect(problems.length).toBe(100);
    expect(problems[0]).toEqual({ key: "k0", text: "validation.notAsked" });
  });

  it("have photos as files, which only the server checks", () => {
    expect(problemsOf({ fish: true, count: 11 }, [])).toEqual([["picture", "validation.required"]]);
    expect(problemsOf({ fish: true, count: 11 })).toEqual([]);
    expect(problemsOf({ fish: true, count: 11, picture: "me.jpg" }, ["picture"])).toEqual([
      ["picture", "validation.asFile"],
    ]);
  });

  it.each([
    ["=", 3, [3], [2, 4]],
    ["!=", 3, [2, 4], [3, undefined]],
    ["<", 3, [2], [3, 4, undefined]],
    ["<=", 3, [2, 3], [4]],
    [">", 3, [4], [2, 3, undefined]],
    [">=", 3, [3, 4], [2]],
  ] as const)("show a field by %s %d", (op, value, shown, hidden) => {
    const fields: Field[] = [
      { key: "asked", kind: "number", label },
      { key: "more", kind: "text", label, shown_when: { field: "asked", op, value } },
    ];
    const isShown = (asked: number | undefined) => shownKeys({ fields }, { asked }).has("more");
    expect([shown.map(isShown), hidden.map(isShown)]).toEqual([shown.map(() => true), hidden.map(() => false)]);
  });

  it("of any protocol: shown and valid ones are kept whole, hidden ones rejected", () => {
    const both = protocolArbitrary.chain((protocol) => fc.tuple(fc.constant(protocol), arbitraryValues(protocol)));
    fc.assert(
      fc.property(both, ([protocol, values]) => {
        const shown = shownKeys(protocol, values);
        const problems = findProblems(protocol, values);
        for (const key of Object.keys(values)) {
          const hidden = problems.some((problem) => problem.key === key && problem.text === "validation.hidden");
          expect(hidden).toBe(!shown.has(key));
        }
        const answered = Object.fromEntries(Object.entries(values).filter(([key]) => shown.has(key)));
        const faults = findProblems(protocol, answered).filter(({ text }) => text !== "validation.required");
        expect(faults).toEqual([]);
        const calculated = new Set(protocol.fields.flatMap(({ key, kind }) => (kind === "calculated" ? [key] : [])));
        const given = Object.entries(keptValues(protocol, answered)).filter(([key]) => !calculated.has(key));
        expect(Object.fromEntries(given)).toEqual(answered);
        expect(protocol.fields.flatMap(({ key }) => (shown.has(key) ? [key] : []))).toEqual([...shown]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the specification's form", () => {
  it("[VALID-08] accepts a circumference of at least 1 cm, whatever a protocol says of tree_width", () => {
    expect(problemsOf({ tree_width: 1 }, [], defaultProtocol)).toEqual([]);
    for (const tree_width of [0.99, 0, -1, 10_000.01]) {
      expect(problemsOf({ tree_width }, [], defaultProtocol)).toEqual([["tree_width", "validation.between"]]);
    }
    for (const tree_width of [undefined, "", "abc", "12", true]) {
      expect(problemsOf({ tree_width }, [], defaultProtocol)).toEqual([["tree_width", "validation.treeWidthRequired"]]);
    }
    const own: Field = { key: "tree_width", kind: "number", label, min: -5, required: true };
    expect(boundsOf(own).min).toBe(1);
    expect(findFault(own, 0.5)?.text).toBe("validation.atLeast");
    // A form of its own has a label of its own.
    expect(problemsOf({}, [], { fields: [own] })).toEqual([["tree_width", "validation.required"]]);
    expect(problemsOf({ tree_width: "abc" }, [], { fields: [own] })).toEqual([["tree_width", "validation.number"]]);
  });

  it("[DATA-05] accepts a circumference in steps of 0.01 cm, or in a protocol's coarser ones", () => {
    const own: Field = { key: "tree_width", kind: "number", label };
    const tenths = { ...own, step: 0.1 };
    const thousandths = { ...own, step: 0.001 };
    for (const field of [defaultProtocol.fields[0] ?? own, own, tenths, thousandths]) {
      expect(findFault(field, 87.5)).toBeUndefined();
      expect(findFault(field, 1.005)?.text).toBe("validation.step");
      expect(findFault(field, 87.55)?.text).toBe(field === tenths ? "validation.step" : undefined);
    }
  });

  it("[QUEST-15] mentions trees only in a quest about trees, and asks for the same", () => {
    const [trees, others] = [specificationForm("TREES"), specificationForm("WATER")];
    expect(JSON.stringify(trees.fields)).toContain("protocol.treeWidth.label");
    expect(JSON.stringify(others)).not.toMatch(/treeWidth\.(title|label|hint)/);
    expect(trees.fields.map(({ key }) => key)).toEqual(others.fields.map(({ key }) => key));
    expect([trees.target_count, trees.spacing_meters, others.target_count]).toEqual([20, 9.144, undefined]);
  });

  it("identifies plants in quests about trees, unless a protocol says otherwise", () => {
    const one: Protocol = { fields: [] };
    expect([wantsPlantId("TREES", null), wantsPlantId("WATER", null), wantsPlantId("TREES", one)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(wantsPlantId("TREES", { ...one, plant_id: false })).toBe(false);
    expect(wantsPlantId("WATER", { ...one, plant_id: true })).toBe(true);
  });
});

it("the data point's own photo is required unless a field asks for one, or as the protocol says", () => {
  const withPhoto: Protocol = { fields: [{ key: "shore", kind: "photo", label }] };
  expect([photoWish(defaultProtocol), photoWish({ fields: [] }), photoWish(withPhoto)]).toEqual([
    "required",
    "required",
    "none",
  ]);
  expect(photoWish({ ...withPhoto, photo: { required: true } })).toBe("required");
  expect(photoWish({ fields: [], photo: { required: false } })).toBe("optional");
});
