// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValues } from "../../test/arbitrary-values.ts";
import { findProblems, keptValues } from "../../test/check-values.ts";
import { photoWish, shownKeys } from "./check-values.ts";
import { compareVersions } from "./compare-versions.ts";
import type { Field, GroupField, Protocol } from "./field.ts";
import { evaluateForm, rowBounds } from "./form-state.ts";
import { fieldAt } from "./places.ts";
import { protocolSchema } from "./protocol-schema.ts";

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;
const group = (key: string, fields: readonly Field[], more: object = {}) =>
  asked(key, "group", { repeat: {}, fields, ...more }) as GroupField;
const calculated = (key: string, expression: string) => asked(key, "calculated", { expression });

const birds = group(
  "birds",
  [
    asked("species", "text", { required: true }),
    asked("count", "integer", { min: 1, constraint: { expression: ". <= ${most}", message: "Too many" } }),
    asked("nest", "yes_no", { shown_when: { field: "count", op: ">", value: 1 } }),
    asked("eggs", "integer", { shown_when: { expression: "${nest}" }, required_when: { expression: "${count} > 5" } }),
    asked("picture", "photo"),
    calculated("share", "${count} div ${seen}"),
  ],
  { row_label: "${count} × ${species}" },
);
const survey: Protocol = {
  fields: [
    calculated("seen", "sum(${count})"),
    calculated("kinds", "count(${birds})"),
    calculated("longest", "max(${minutes})"),
    asked("most", "integer", { required: true }),
    group("stops", [asked("minutes", "integer"), birds, calculated("here", "sum(${count})")], {
      repeat: { min: 1, max: 3 },
    }),
    asked("has_heron", "yes_no", { shown_when: { expression: "selected(${species}, 'heron')" } }),
  ],
};

const heron = { species: "heron", count: 2, nest: true };
const values = {
  most: 9,
  stops: [
    { minutes: 5, birds: [heron, { species: "rail", count: 6 }] },
    { minutes: 20 },
    { birds: [{ species: "rail" }] },
  ],
  has_heron: false,
};
const textsOf = (changed: object, photos = new Set<string>()) =>
  findProblems(survey, { ...values, ...changed }, photos).map(({ key, text }) => [key, text]);

describe("rows", () => {
  it("calculate with their own answers, and the form with those of all rows", () => {
    expect(keptValues(survey, values)).toEqual({
      seen: 8,
      kinds: 3,
      longest: 20,
      most: 9,
      stops: [
        {
          minutes: 5,
          birds: [
            { ...heron, share: 0.25 },
            { species: "rail", count: 6, share: 0.75 },
          ],
          here: 8,
        },
        { minutes: 20, here: 0 },
        { birds: [{ species: "rail" }], here: 0 },
      ],
      has_heron: false,
    });
    expect(textsOf({})).toEqual([]);
    expect(textsOf({ seen: 9 })).toEqual([["seen", "validation.calculated"]]);
  });

  it("nest three levels deep", () => {
    const chicks = group("chicks", [
      asked("weight", "number", { constraint: { expression: ". < ${most} * ${eggs}" } }),
      asked("ring", "photo"),
      calculated("part", "${weight} div ${eggs}"),
    ]);
    const nests = group("nests", [asked("eggs", "integer"), chicks, calculated("heaviest", "max(${weight})")]);
    const protocol: Protocol = {
      fields: [
        asked("most", "integer"),
        group("stops", [asked("name", "text"), nests]),
        calculated("all", "sum(${weight})"),
      ],
    };
    expect(issuesOf(...protocol.fields)).toBeUndefined();
    const stops = [{ name: "Mole" }, { nests: [{ eggs: 2, chicks: [{ weight: 4 }, { weight: 8 }] }] }];
    expect(keptValues(protocol, { most: 4, stops })).toEqual({
      most: 4,
      stops: [
        { name: "Mole" },
        {
          nests: [
            {
              eggs: 2,
              heaviest: 8,
              chicks: [
                { weight: 4, part: 2 },
                { weight: 8, part: 4 },
              ],
            },
          ],
        },
      ],
      all: 12,
    });
    expect(fieldAt(protocol.fields, "stops.1.nests.0.chicks.1.ring")?.kind).toBe("photo");
    const photos = ["0.chicks.1.ring", "0.chicks.2.ring"].map((path) => `stops.1.nests.${path}`);
    expect(findProblems(protocol, { most: 4, stops }, new Set(photos)).map(({ key, text }) => [key, text])).toEqual([
      ["stops.1.nests.0.chicks.1.weight", "validation.constraint.noMessage"],
      ["stops.1.nests.0.chicks.2.ring", "validation.notAsked"],
    ]);
  });

  it("report problems by the path of the answer", () => {
    const wrong = [
      { count: 0, weight: 1 },
      { species: "rail", count: 10 },
      { ...heron, count: 1 },
      { ...heron, count: 6 },
    ];
    expect(findProblems(survey, { ...values, stops: [{ birds: wrong }] }, new Set())).toEqual([
      { key: "stops.0.birds.0.species", text: "validation.required" },
      { key: "stops.0.birds.0.count", text: "validation.atLeast", values: { min: "1" } },
      { key: "stops.0.birds.1.count", text: "validation.constraint", message: "Too many" },
      { key: "stops.0.birds.2.nest", text: "validation.hidden" },
      { key: "stops.0.birds.3.eggs", text: "validation.required" },
      { key: "stops.0.birds.0.weight", text: "validation.notAsked" },
    ]);
  });

  it("are shown by path", () => {
    const shown = shownKeys(survey, values);
    expect(
      ["stops.0.birds.0.nest", "stops.0.birds.0.eggs", "stops.2.birds.0.nest"].map((key) => shown.has(key)),
    ).toEqual([true, true, false]);
  });

  it("have photos under their path", () => {
    expect(textsOf({}, new Set(["stops.0.birds.1.picture"]))).toEqual([]);
    const lost = ["stops.0.birds.7.picture", "birds.0.picture", "picture", "stops.0.birds.0.count"];
    expect(textsOf({}, new Set(lost))).toEqual(lost.map((key) => [key, "validation.notAsked"]));
    expect(textsOf({}, new Set(Array.from({ length: 41 }, (_, row) => `stops.0.birds.${row}.picture`)))).toContainEqual(
      ["stops.0.birds.40.picture", "validation.filesAtMost"],
    );
    expect(photoWish(survey)).toBe("none");
  });

  it.each<[string, unknown, string, string]>([
    ["too few", [], "stops", "validation.rows.atLeast"],
    ["too many", Array(4).fill({}), "stops", "validation.rows.atMost"],
    ["too many for a data point", Array(1001).fill({}), "stops", "validation.rows.inTotal"],
    ["no list", { minutes: 1 }, "stops", "validation.rows.list"],
    ["a text", "two", "stops", "validation.rows.list"],
    ["no rows", [1, {}], "stops.0", "validation.rows.row"],
    ["lists", [[], {}], "stops.0", "validation.rows.row"],
    ["nothing", [null, {}], "stops.0", "validation.rows.row"],
  ])("are rejected if they are %s", (_what, stops, key, text) => {
    expect(textsOf({ stops, has_heron: null })).toEqual([[key, text]]);
  });

  it("of all groups together are limited, before anything in them is read", () => {
    const bird = {
      get species() {
        return expect.unreachable("an answer is read");
      },
    };
    const stops = [{ birds: Array(600).fill(bird) }, { birds: Array(600).fill(bird) }];
    expect(textsOf({ stops, has_heron: null })).toEqual([["stops.1.birds", "validation.rows.inTotal"]]);
  });

  it("of a hidden group are rejected", () => {
    const protocol: Protocol = {
      fields: [asked("any", "yes_no"), { ...birds, shown_when: { field: "any", op: "=", value: true } }],
    };
    const problems = findProblems(protocol, { any: false, birds: [heron] }, new Set());
    expect(problems).toEqual([{ key: "birds", text: "validation.hidden" }]);
  });

  it("can be as many as an answer says", () => {
    const traps = group("traps", [asked("caught", "integer")], {
      repeat: { max: 5, count: { expression: "${wanted}" } },
    });
    const protocol: Protocol = { fields: [traps, asked("wanted", "integer")] };
    expect(protocolSchema.safeParse(protocol).error?.issues).toBeUndefined();
    const boundsAt = (wanted: number) => rowBounds(traps, evaluateForm(protocol, { wanted }));
    expect([boundsAt(2), boundsAt(9), boundsAt(-1)]).toEqual([2, 5, 0].map((each) => ({ min: each, max: each })));
    expect(findProblems(protocol, { wanted: 2, traps: [{}] })).toEqual([
      { key: "traps", text: "validation.rows.exactly", values: { min: "2", max: "2" } },
    ]);
    expect(findProblems(protocol, { wanted: 2, traps: [{}, {}] })).toEqual([]);
    const today = group("traps", [asked("caught", "integer")], {
      repeat: { count: { expression: "number(today())" } },
    });
    expect(findProblems({ fields: [today] }, { traps: [{}] })).toEqual([]);
  });

  it("stay without an answer, because photos have their place", () => {
    expect(keptValues(survey, { stops: [{ birds: [{}, { species: "rail" }] }] }).stops).toEqual([
      { birds: [{}, { species: "rail" }], here: 0 },
    ]);
  });

  it("the server accepts what the app sends, whatever is answered", () => {
    fc.assert(
      fc.property(arbitraryValues(survey), (answers) => {
        const sent = keptValues(survey, answers, "2026-11-24T14:05");
        if (findProblems(survey, answers, undefined, "2026-11-24T14:05").length > 0) return;
        expect(findProblems(survey, sent)).toEqual([]);
        expect(keptValues(survey, sent)).toEqual(sent);
      }),
    );
  });

  it("any values are checked without a failure", () => {
    fc.assert(
      fc.property(fc.record({ most: fc.jsonValue(), stops: fc.jsonValue({ maxDepth: 6 }) }), (answers) => {
        findProblems(survey, answers, new Set());
        keptValues(survey, answers);
      }),
    );
  });
});

const issuesOf = (...fields: Field[]) =>
  protocolSchema
    .safeParse({ fields })
    .error?.issues.map((issue) => [issue.path.join("."), issue.code === "custom" ? issue.params?.text : issue.code]);
const wants = (type: string) => `validation.expression.wants.${type}`;

describe("a protocol with groups", () => {
  it("is valid", () => {
    expect(issuesOf(...survey.fields)).toBeUndefined();
  });

  it.each<[string, Field[], [string, string]]>([
    [
      "a fourth level",
      [group("a", [group("b", [group("c", [group("d", [asked("e", "text")])])])])],
      ["fields.0.fields.0.fields.0.fields.0.kind", "validation.protocol.groupDepth"],
    ],
    ["a group of nothing", [group("a", [])], ["fields.0.fields", "validation.protocol.groupEmpty"]],
    [
      "a key of another group",
      [group("a", [asked("x", "text")]), group("b", [asked("x", "text")])],
      ["fields.1.fields.0.key", "validation.protocol.keyTwice"],
    ],
    [
      "more rows at least than at most",
      [group("a", [asked("x", "text")], { repeat: { min: 3, max: 2 } })],
      ["fields.0.repeat.min", "validation.protocol.bounds"],
    ],
    [
      "more rows than a data point may have",
      [group("a", [asked("x", "text")], { repeat: { max: 1001 } })],
      ["fields.0.repeat.max", "too_big"],
    ],
    ["a required group", [group("a", [asked("x", "text")], { required: true })], ["fields.0", "unrecognized_keys"]],
    [
      "a sum of texts",
      [group("a", [asked("x", "text")]), calculated("y", "sum(${x})")],
      ["fields.1.expression", wants("number")],
    ],
    [
      "a number that is several",
      [group("a", [asked("x", "number")]), calculated("y", "${x} + 1")],
      ["fields.1.expression", wants("number")],
    ],
    [
      "a group that isn't counted",
      [group("a", [asked("x", "number")]), calculated("y", "sum(${a})")],
      ["fields.1.expression", wants("number")],
    ],
    [
      "an expression in a row",
      [group("a", [asked("x", "number"), calculated("y", "${x} and true()")])],
      ["fields.0.fields.1.expression", wants("yes_no")],
    ],
    [
      "a condition on a row of another group",
      [
        group("a", [asked("x", "yes_no")]),
        group("b", [asked("y", "text", { shown_when: { field: "x", op: "=", value: true } })]),
      ],
      ["fields.1.fields.0.shown_when.field", "validation.protocol.condition.field"],
    ],
    [
      "a count by the group's own rows",
      [group("a", [asked("x", "number")], { repeat: { count: { expression: "sum(${x})" } } })],
      ["fields.0.repeat.count.expression", "validation.expression.cycle"],
    ],
    [
      "a group that its own rows show",
      [group("a", [asked("x", "number")], { shown_when: { expression: "count(${x}) > 0" } })],
      ["fields.0.shown_when.expression", "validation.expression.cycle"],
    ],
  ])("says where %s is", (_what, fields, issue) => {
    expect(issuesOf(...fields)).toContainEqual(issue);
  });

  it("takes conditions on its own row, on rows around it and on the form", () => {
    const when = (field: string) => ({ shown_when: { field, op: "=", value: true } });
    const inner = group("b", [asked("y", "text", when("x")), asked("z", "text", when("w")), asked("v", "yes_no")]);
    expect(issuesOf(asked("w", "yes_no"), group("a", [asked("x", "yes_no"), inner]))).toBeUndefined();
  });

  it("limits the fields in total, and lists that each row reads", () => {
    const many = Array.from({ length: 501 }, (_, index) => asked(`x${index}`, "text"));
    const others = Array.from({ length: 500 }, (_, index) => asked(`y${index}`, "text"));
    expect(issuesOf(...many, group("a", others))?.at(-1)).toEqual([
      "fields.501.fields.498",
      "validation.protocol.fieldsInTotal",
    ]);
    const reading = (count: number) => [
      group("a", [asked("x", "number")]),
      group("b", [asked("y", "number"), calculated("z", Array(count).fill("sum(${x}, ${y})").join(" + "))]),
    ];
    expect(issuesOf(...reading(20))).toBeUndefined();
    expect(issuesOf(...reading(21))).toEqual([["fields.1.fields.1.expression", "validation.expression.outerLists"]]);
  });

  it("compares fields in groups with another version", () => {
    const before: Protocol = { fields: [asked("a", "text"), group("g", [asked("b", "number", { unit: "cm" })])] };
    const after: Protocol = {
      fields: [group("g", [asked("a", "text"), asked("b", "number", { unit: "m" })], { repeat: { max: 9 } })],
    };
    expect(compareVersions(before, after).map(({ change, ...rest }) => [change, "key" in rest && rest.key])).toEqual([
      ["tighter", "g"],
      ["moved", "a"],
      ["unit", "b"],
    ]);
  });
});
