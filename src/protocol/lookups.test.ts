// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import { findProblems, keptValues } from "../../test/check-values.ts";
import type { Field, Protocol } from "./field.ts";
import { FormState } from "./form-state.ts";
import { protocolSchema } from "./protocol-schema.ts";

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;
const grounds = [
  { value: "mud", label: { de: "Schlick", en: "**Mud**" }, attributes: { grain: "0.03" } },
  { value: "sand", label: { de: "Sand" }, attributes: { grain: "0.6", colour: "white" } },
  { value: "rock", label: "Rock" },
];

const protocolOf = (expression: string, inRow = "1"): Protocol => ({
  fields: [
    asked("ground", "choice", { options: grounds }),
    asked("seen", "choices", { options: grounds }),
    asked("depth", "number"),
    asked("result", "calculated", { expression }),
    asked("stops", "group", {
      repeat: {},
      fields: [
        asked("stop_ground", "choice", { options: grounds }),
        asked("count", "integer"),
        asked("in_row", "calculated", { expression: inRow }),
        asked("birds", "group", {
          repeat: {},
          fields: [asked("bird", "text"), asked("in_bird", "calculated", { expression: inRow })],
        }),
      ],
    }),
  ],
});

const values = {
  ground: "mud",
  seen: ["sand", "rock"],
  stops: [{ count: 3, stop_ground: "mud" }, { birds: [{ bird: "a" }, { bird: "b" }] }, { count: 5 }],
};
const resultOf = (expression: string, given: object = values) =>
  keptValues(protocolOf(expression), given as never, "").result;

describe("what an expression looks up", () => {
  it.each([
    ["label(${ground})", "Mud"],
    ["label(${seen})", "Sand, Rock"],
    ["label(selected-at(${seen}, 1), ${seen})", "Rock"],
    ["label('sand', ${ground})", "Sand"],
    ["label(${stop_ground})", "Mud"],
    ["attribute(${ground}, 'grain')", "0.03"],
    ["number(attribute(selected-at(${seen}, 0), ${ground}, 'grain')) * 10", 6],
    ["attribute(${ground}, 'colour')", undefined],
    ["indexed-repeat(${count}, ${stops}, 3)", 5],
    ["indexed-repeat(${count}, ${stops}, 2)", undefined],
    ["indexed-repeat(${count}, ${stops}, 4)", undefined],
    ["indexed-repeat(${count}, ${stops}, ${depth})", undefined],
  ])("%s is %j", (expression, result) => {
    expect(protocolSchema.safeParse(protocolOf(expression)).error?.issues).toBeUndefined();
    expect(resultOf(expression)).toBe(result);
    const sent = keptValues(protocolOf(expression), values as never, "");
    expect(findProblems(protocolOf(expression), sent)).toEqual([]);
    if (result === undefined) return;
    const changed = { ...sent, result: "another" };
    expect(findProblems(protocolOf(expression), changed)).toMatchObject([{ key: "result" }]);
  });

  it("is nothing without an answer", () => {
    expect(resultOf("label(${ground})", {})).toBeUndefined();
    expect(resultOf("attribute(${ground}, 'grain')", {})).toBeUndefined();
  });

  it("is the number of a row, which follows when rows are removed", () => {
    const given = keptValues(protocolOf("1", "position(${stops})"), values as never, "") as typeof values;
    expect(given.stops).toMatchObject([
      { in_row: 1 },
      { in_row: 2, birds: [{ in_bird: 2 }, { in_bird: 2 }] },
      { in_row: 3 },
    ]);
    const rows: Record<string, string[]> = { stops: ["a", "b", "c"], "stops.b.birds": ["x"] };
    const state = new FormState(protocolOf("1", "position(${stops}) * 10"), {
      answerAt: (_row, field) => (field.key === "bird" ? "a" : undefined),
      rowsAt: (row, group) => rows[row === "" ? group.key : `${row}.${group.key}`] ?? [],
    });
    const numbers = () =>
      ["stops.b.in_row", "stops.c.in_row", "stops.b.birds.x.in_bird"].map((path) => state.values.get(path));
    expect(numbers()).toEqual([20, 30, 20]);
    rows.stops = ["b", "c"];
    state.change(["stops"]);
    expect(numbers()).toEqual([10, 20, 10]);
  });

  it("is an answer in a row of a group in the same row, and follows it", () => {
    const answers: Record<string, unknown> = { "stops.b.birds.x": "wren", "stops.b.birds.y": "robin" };
    const rows: Record<string, string[]> = { stops: ["a", "b"], "stops.b.birds": ["x", "y"] };
    const protocol = protocolOf("indexed-repeat(${count}, ${stops}, 2)");
    const [, , , , stops] = protocol.fields;
    if (stops?.kind !== "group") throw new Error("no group");
    const second = asked("second", "calculated", { expression: "indexed-repeat(${bird}, ${birds}, 2)" });
    const nested = { fields: [...protocol.fields.slice(0, 4), { ...stops, fields: [...stops.fields, second] }] };
    expect(protocolSchema.safeParse(nested).error?.issues).toBeUndefined();
    const state = new FormState(nested, {
      answerAt: (row, { key }) =>
        key === "bird" ? answers[row] : key === "count" ? answers[`${row}.count`] : undefined,
      rowsAt: (row, group) => rows[row === "" ? group.key : `${row}.${group.key}`] ?? [],
    });
    const results = () => [
      state.values.get("stops.a.second"),
      state.values.get("stops.b.second"),
      state.values.get("result"),
    ];
    expect(results()).toEqual([undefined, "robin", undefined]);
    answers["stops.b.birds.y"] = "crow";
    answers["stops.b.count"] = 7;
    state.change(["stops.b.birds.y.bird", "stops.b.count"]);
    expect(results()).toEqual([undefined, "crow", 7]);
  });

  it("is an answer in a row of another group, from a row too", () => {
    const notes = asked("notes", "group", {
      repeat: {},
      fields: [asked("second", "calculated", { expression: "indexed-repeat(${count}, ${stops}, 3)" })],
    });
    const protocol = { fields: [...protocolOf("1").fields, notes] };
    expect(protocolSchema.safeParse(protocol).error?.issues).toBeUndefined();
    const given = keptValues(protocol, { ...values, notes: [{}] } as never, "");
    expect(given.notes).toEqual([{ second: 5 }]);
  });

  it.each([
    ["label('mud')", "wants.answer"],
    ["label(${depth})", "wants.choices"],
    ["label(string(${depth}), ${bird})", "noOptions"],
    ["label('gravel', ${ground})", "noOption"],
    ["attribute(${ground}, 'weight')", "noAttribute"],
    ["attribute(${ground}, ${ground})", "noAttribute"],
    ["position(${stops})", "notInRow"],
    ["position(${depth})", "wants.rows"],
    ["indexed-repeat(${count}, ${birds}, 1)", "notOfGroup"],
    ["indexed-repeat(${bird}, ${birds}, 1)", "notOfGroup"],
    ["indexed-repeat(${depth}, ${stops}, 1)", "notOfGroup"],
    ["label(${missing})", "noField"],
  ])("%s is a mistake when it is saved", (expression, text) => {
    const issues = protocolSchema.safeParse(protocolOf(expression)).error?.issues ?? [];
    const texts = issues.map((issue) => issue.code === "custom" && issue.params?.text);
    expect(texts).toEqual([`validation.expression.${text}`]);
  });

  it("is not for filters, nor for other rows of the same group", () => {
    const filtered = asked("q", "choice", { options: grounds, filter: "label(${ground}) = 'Mud'" });
    const { fields } = protocolOf("1");
    const textsIn = (protocol: Protocol) =>
      protocolSchema.safeParse(protocol).error?.issues.map((issue) => issue.code === "custom" && issue.params?.text);
    expect(textsIn({ fields: [...fields, filtered] })).toEqual(["validation.expression.notInFilter"]);
    const before = "indexed-repeat(${count}, ${stops}, position(${stops}) - 1)";
    expect(textsIn(protocolOf("1", before))).toContain("validation.expression.notOfGroup");
  });

  it("numbers of rows are not limited as lists of other rows are", () => {
    const counted = Array.from({ length: 25 }, (_each, index) =>
      asked(`n${index}`, "calculated", { expression: "position(${rows})" }),
    );
    const protocol = { fields: [asked("rows", "group", { repeat: {}, fields: counted })] };
    expect(protocolSchema.safeParse(protocol).error?.issues).toBeUndefined();
  });
});
