import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { protocolArbitrary } from "../../test/protocol-arbitrary.ts";
import { validationSaying } from "../texts/validation-sayings.ts";
import { protocolSchema, writtenProtocolSchema } from "./protocol-schema.ts";
import { reservedKeys } from "./reserved-keys.ts";

const field = (more: object = {}) => ({ key: "depth", kind: "number", label: "Depth", ...more });
const problemsOf = (protocol: unknown) =>
  protocolSchema
    .safeParse(protocol, { reportInput: true })
    .error?.issues.map((issue) => [issue.path.join("."), validationSaying(issue).key]) ?? [];
const problemsOfFields = (...fields: unknown[]) => problemsOf({ fields });
const problemsOfField = (more: object) => problemsOfFields(field(more));
const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

describe("a protocol", () => {
  it("is accepted as described to others", () => {
    const protocol = {
      fields: [
        field({ unit: "m", required: true, min: 0, max: 50, step: 0.1, expected_min: 0.2, expected_max: 12 }),
        { key: "bottom", kind: "choices", label: { en: "Bottom", "pt-BR": "Fundo" }, options: options("sand", "reed") },
        { key: "reed", kind: "integer", label: "Reed", shown_when: { field: "bottom", op: "includes", value: "reed" } },
        {
          key: "code",
          kind: "text",
          label: "Code",
          pattern: "[A-Z]+[0-9]+",
          term: "http://rs.tdwg.org/dwc/terms/eventID",
        },
        { key: "day", kind: "date", label: "Day", min: "2026-01-01", max: "2026-12-31" },
        { key: "shore", kind: "photo", label: "Shore", hint: "pH < 7 & calm" },
        {
          key: "gloves",
          kind: "note",
          label: "Wear gloves. ".repeat(100),
          shown_when: { field: "reed", op: ">", value: 2 },
        },
      ],
      target_count: 10,
      spacing_meters: 0,
      photo: { required: false, hint: "The whole lake" },
      plant_id: false,
    };
    expect(problemsOf(protocol)).toEqual([]);
    expect(problemsOf({ ...protocol, version: "whatever" })).toEqual([]);
    expect(problemsOf({ fields: [] })).toEqual([]);
  });

  it("a ranking has 2 to 50 options without spaces", () => {
    const problems = (...values: string[]) =>
      problemsOfFields({ key: "r", kind: "rank", label: "R", options: options(...values) });
    expect(problems("a", "b")).toEqual([]);
    expect(problems("a")).not.toEqual([]);
    expect(problems("a", "b c")).toEqual([["fields.0.options.1.value", "validation.protocol.optionSpace"]]);
    expect(problems("a", "a")).toEqual([["fields.0.options.1.value", "validation.protocol.optionTwice"]]);
    expect(problems(...Array.from({ length: 51 }, (_, index) => `o${index}`))).toEqual([
      ["fields.0.options", "validation.request.listTooLong"],
    ]);
  });

  it("is returned as it was sent", () => {
    fc.assert(
      fc.property(protocolArbitrary, (protocol) => {
        expect(problemsOf(protocol)).toEqual([]);
        const written = { version: 1, ...protocol };
        expect(z.parse(writtenProtocolSchema, JSON.parse(JSON.stringify(written)))).toEqual(written);
      }),
    );
  });

  it("has at most 1,000 fields, 10,000 options and 10 photos", () => {
    const fields = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, index) => field({ key: `f${index}`, ...more }));
    expect(problemsOfFields(...fields(1_000))).toEqual([]);
    expect(problemsOfFields(...fields(1_001))).toEqual([["fields", "validation.request.listTooLong"]]);
    const many = options(...Array.from({ length: 10_001 }, (_, index) => `o${index}`));
    expect(problemsOfField({ kind: "choice", options: many.slice(1) })).toEqual([]);
    expect(problemsOfField({ kind: "choice", options: many })).toEqual([
      ["fields.0.options", "validation.request.listTooLong"],
    ]);
    expect(problemsOfFields(...fields(10, { kind: "photo" }))).toEqual([]);
    expect(problemsOfFields(...fields(12, { kind: "photo" }))).toEqual([
      ["fields.10.kind", "validation.protocol.files"],
      ["fields.11.kind", "validation.protocol.files"],
    ]);
  });

  it.each([
    ["null", null, [["", "validation.required"]]],
    ["a text", "x", [["", "validation.request.expected"]]],
    ["missing fields", {}, [["fields", "validation.required"]]],
    ["fields that are not a list", { fields: {} }, [["fields", "validation.request.expected"]]],
    ["an unknown property", { fields: [], colour: 1 }, [["", "validation.request.unknownFields"]]],
    ["a target count of 0", { fields: [], target_count: 0 }, [["target_count", "validation.numberTooSmall"]]],
    ["a fractional target count", { fields: [], target_count: 1.5 }, [["target_count", "validation.request.expected"]]],
    [
      "a target count above the maximum",
      { fields: [], target_count: 100_001 },
      [["target_count", "validation.numberTooBig"]],
    ],
    ["a negative spacing", { fields: [], spacing_meters: -1 }, [["spacing_meters", "validation.numberTooSmall"]]],
    ["a photo without `required`", { fields: [], photo: {} }, [["photo.required", "validation.required"]]],
    ["plant_id as a text", { fields: [], plant_id: "yes" }, [["plant_id", "validation.request.expected"]]],
  ])("rejects %s", (_, protocol, problems) => {
    expect(problemsOf(protocol)).toEqual(problems);
  });
});

describe("a field", () => {
  it.each([
    ["an unknown property", { colour: 1 }, "", "validation.request.unknownFields"],
    ["a property of another kind", { options: options("a") }, "", "validation.request.unknownFields"],
    ["an unknown kind", { kind: "position" }, "kind", "validation.request.oneOf"],
    ["a missing key", { key: undefined }, "key", "validation.required"],
    ["a key that begins with a digit", { key: "1st" }, "key", "validation.protocol.key"],
    ["a key with a dot", { key: "tree.width" }, "key", "validation.protocol.key"],
    ["a key with other letters", { key: "año" }, "key", "validation.protocol.key"],
    ["a key with a line break", { key: "depth\n" }, "key", "validation.protocol.key"],
    ["an inherited property as key", { key: "__proto__" }, "key", "validation.protocol.keyReserved"],
    ["another inherited property as key", { key: "toString" }, "key", "validation.protocol.keyReserved"],
    ["a column of exports in capitals", { key: "ID" }, "key", "validation.protocol.keyReserved"],
    ["a long key", { key: "d".repeat(65) }, "key", "validation.stringTooLong"],
    ["a missing label", { label: undefined }, "label", "validation.required"],
    ["an empty label", { label: " " }, "label", "validation.required"],
    ["a label without a language", { label: {} }, "label", "validation.required"],
    ["a label that is a number", { label: 5 }, "label", "validation.request.expected"],
    ["a tag that isn't shown", { label: "<b>Depth</b><video>" }, "label", "validation.protocol.markup"],
    ["nothing but markup", { label: "<b> </b>" }, "label", "validation.required"],
    [
      "such a tag in a language",
      { label: { en: "Depth", fr: "<img src=x>" } },
      "label.fr",
      "validation.protocol.markup",
    ],
    ["an HTML comment", { hint: "<!-- x -->" }, "hint", "validation.protocol.markup"],
    ["an invalid language", { label: { English: "Depth" } }, "label", "validation.protocol.language"],
    ["a long label", { label: "x".repeat(2501) }, "label", "validation.stringTooLong"],
    ["a long hint", { hint: { en: "x".repeat(2001) } }, "hint.en", "validation.stringTooLong"],
    ["a label with NUL", { label: "a\u0000" }, "label", "validation.noNul"],
    ["a label with a lone surrogate", { label: "\ud83c" }, "label", "validation.noNul"],
    ["required as a text", { required: "yes" }, "required", "validation.request.expected"],
    ["an invalid unit", { unit: "metres" }, "unit", "validation.protocol.unit"],
    ["a bound as a text", { min: "1" }, "min", "validation.request.expected"],
    ["an infinite bound", { max: Number.POSITIVE_INFINITY }, "max", "validation.request.expected"],
    ["a bound beyond exact numbers", { max: 1e300 }, "max", "validation.numberTooBig"],
    ["a step of 0", { step: 0 }, "step", "validation.protocol.step"],
    ["a minimum above the maximum", { min: 2, max: 1 }, "min", "validation.protocol.bounds"],
    [
      "an expected minimum above the expected maximum",
      { expected_min: 2, expected_max: 1 },
      "expected_min",
      "validation.protocol.bounds",
    ],
    [
      "an expected minimum below the minimum",
      { min: 1, expected_min: 0 },
      "expected_min",
      "validation.protocol.expected",
    ],
    [
      "an expected maximum above the maximum",
      { max: 1, expected_max: 2 },
      "expected_max",
      "validation.protocol.expected",
    ],
    ["a fractional step of an integer", { kind: "integer", step: 0.5 }, "step", "validation.integer"],
    ["a fraction as an integer's bound", { kind: "integer", min: 0.5 }, "min", "validation.integer"],
    ["a day that does not exist", { kind: "date", min: "2026-02-30" }, "min", "validation.date"],
    [
      "a first day after the last",
      { kind: "date", min: "2026-02-02", max: "2026-02-01" },
      "min",
      "validation.protocol.bounds",
    ],
    ["a time that does not exist", { kind: "time", max: "24:00" }, "max", "validation.time"],
    ["missing options", { kind: "choice" }, "options", "validation.protocol.noOptions"],
    ["an empty list of options", { kind: "choices", options: [] }, "options", "validation.protocol.noOptions"],
    [
      "an option twice",
      { kind: "choice", options: options("a", "a") },
      "options.1.value",
      "validation.protocol.optionTwice",
    ],
    [
      "an empty option",
      { kind: "choice", options: [{ value: "", label: "x" }] },
      "options.0.value",
      "validation.protocol.optionValue",
    ],
    [
      "an option that ends with space",
      { kind: "choice", options: options("a ") },
      "options.0.value",
      "validation.protocol.optionValue",
    ],
    [
      "an option with NUL",
      { kind: "choice", options: [{ value: "\u0000", label: "x" }] },
      "options.0.value",
      "validation.noNul",
    ],
    [
      "an option with a space where several may be chosen",
      { kind: "choices", options: options("a b") },
      "options.0.value",
      "validation.protocol.optionSpace",
    ],
    [
      "the separator in an option",
      { kind: "choices", options: options("a;b") },
      "options.0.value",
      "validation.protocol.optionSpace",
    ],
    [
      "such a tag in an option",
      { kind: "choice", options: [{ value: "a", label: "<img>a" }] },
      "options.0.label",
      "validation.protocol.markup",
    ],
    [
      "an unknown property of an option",
      { kind: "choice", options: [{ value: "a", label: "a", image: "x" }] },
      "options.0",
      "validation.request.unknownFields",
    ],
    ["an invalid pattern", { kind: "text", pattern: "(" }, "pattern", "validation.protocol.pattern.syntax"],
    ["a pattern with NUL", { kind: "text", pattern: "\u0000" }, "pattern", "validation.noNul"],
    ["a slow pattern", { kind: "text", pattern: "(a+)+" }, "pattern", "validation.protocol.pattern.tooManyWays"],
    ["a long pattern", { kind: "text", pattern: "a".repeat(101) }, "pattern", "validation.protocol.pattern.tooLong"],
    ["a term that is not an address", { term: "depth" }, "term", "validation.protocol.term"],
    ["a term that is code", { term: "javascript:alert(1)" }, "term", "validation.protocol.term"],
    ["a term with NUL", { term: "http://x/\u0000" }, "term", "validation.noNul"],
    [
      "a circumference that is not a number",
      { key: "tree_width", kind: "text" },
      "kind",
      "validation.protocol.treeWidth",
    ],
    ["a circumference below 1", { key: "tree_width", max: 0.5 }, "max", "validation.protocol.treeWidth"],
  ])("rejects %s", (_, more, path, text) => {
    expect(problemsOfField(more)).toEqual([[path ? `fields.0.${path}` : "fields.0", text]]);
  });

  it.each([...reservedKeys])("cannot have the key %s", (key) => {
    expect(problemsOfField({ key })).toEqual([["fields.0.key", "validation.protocol.keyReserved"]]);
  });

  it("needs a unique key", () => {
    expect(problemsOfFields(field(), field({ kind: "text" }))).toEqual([
      ["fields.1.key", "validation.protocol.keyTwice"],
    ]);
  });

  it("reports all errors at once", () => {
    expect(problemsOfFields(field({ min: 2, max: 1 }), field({ key: "1 b" }), field({ step: -1 }))).toEqual([
      ["fields.1.key", "validation.protocol.key"],
      ["fields.2.step", "validation.protocol.step"],
      ["fields.0.min", "validation.protocol.bounds"],
      ["fields.2.key", "validation.protocol.keyTwice"],
    ]);
  });
});

describe("a condition", () => {
  const asked = [
    field(),
    { key: "bottom", kind: "choices", label: "Bottom", options: options("sand", "reed") },
    { key: "one", kind: "choice", label: "One", options: options("sand") },
    { key: "fish", kind: "yes_no", label: "Fish" },
    { key: "day", kind: "date", label: "Day" },
    { key: "note", kind: "text", label: "Note" },
    { key: "shore", kind: "photo", label: "Shore" },
  ];
  const problemsOfCondition = (shown_when: unknown) => {
    const last = { key: "last", kind: "text", label: "Last", shown_when };
    return problemsOfFields(...asked, last, field({ key: "later" }));
  };
  it.each([
    ["depth", ">=", 1.5],
    ["bottom", "includes", "reed"],
    ["one", "!=", "sand"],
    ["fish", "=", false],
    ["day", "<", "2026-05-31"],
    ["note", "=", "none"],
  ])("may be %s %s %j", (name, op, value) => {
    expect(problemsOfCondition({ field: name, op, value })).toEqual([]);
  });
  it.each([
    ["later", "=", 1, "field", "validation.protocol.condition.field"],
    ["last", "=", "x", "field", "validation.protocol.condition.field"],
    ["no value", "=", 1, "field", "validation.protocol.condition.field"],
    ["shore", "=", "x", "field", "validation.protocol.condition.field"],
    ["bottom", "=", "reed", "op", "validation.protocol.condition.op"],
    ["fish", "<", true, "op", "validation.protocol.condition.op"],
    ["depth", "includes", 1, "op", "validation.protocol.condition.op"],
    ["depth", "~", 1, "op", "validation.request.oneOf"],
    ["depth", "=", "1", "value", "validation.protocol.condition.value"],
    ["one", "=", "mud", "value", "validation.protocol.condition.value"],
    ["fish", "=", "true", "value", "validation.protocol.condition.value"],
    ["day", "=", "tomorrow", "value", "validation.protocol.condition.value"],
    ["note", "=", "", "value", "validation.protocol.condition.value"],
    ["note", "=", "\u0000", "value", "validation.noNul"],
    ["depth", "=", undefined, "value", "validation.required"],
    ["depth", "=", null, "value", "validation.required"],
    ["depth", "=", [1], "value", "validation.request.expected"],
  ])("cannot be %s %s %j", (name, op, value, part, text) => {
    expect(problemsOfCondition({ field: name, op, value })).toEqual([[`fields.7.shown_when.${part}`, text]]);
  });
});
