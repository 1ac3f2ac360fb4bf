// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { findProblems, keptValues } from "../../test/check-values.ts";
import { tooManySteps } from "./check-values.ts";
import { stepsAtMost } from "./evaluation-cost.ts";
import { EvaluationStopped, Meter, stepsMax } from "./expressions/meter.ts";
import type { Condition, Field, Formula, Option, Values } from "./field.ts";
import { evaluateForm } from "./form-state.ts";
import { protocolSchema } from "./protocol-schema.ts";
import { templates } from "./templates/templates.ts";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const asked = (key: string, kind: "number" | "text" | "area" | "point"): Field => ({ key, kind, label: key });
const calculated = (key: string, expression: string): Field => ({ key, kind: "calculated", label: key, expression });
const group = (key: string, fields: Field[], max?: number): Field => ({
  key,
  kind: "group",
  label: key,
  repeat: { max },
  fields,
});
const sum = (count: number, term: string) => times(count, () => term).join(" + ");
const ring = (sides: number) => {
  const at = (side: number) => [Math.cos((side / sides) * 2 * Math.PI), Math.sin((side / sides) * 2 * Math.PI)];
  return { type: "Polygon", coordinates: [[...times(sides, at), at(0)]] };
};

const includes = (field: string, value: string): Condition => ({ field, op: "includes", value });
function optionsOf(count: number): Option[] {
  return times(count, (at) => ({ value: `value${at}`, label: `The label of option ${at}` }));
}

/** Forms that silenced the server, with the answers that did. */
const hostile: [string, Field[], Values][] = [
  [
    "300 calculations of 15 areas",
    [asked("a", "area"), ...times(300, (at) => calculated(`c${at}`, sum(15, "area(${a})")))],
    { a: ring(1_999) },
  ],
  [
    "200 rows with 100 calculations of 20 sums",
    [group("g", [asked("n", "number"), ...times(100, (at) => calculated(`c${at}`, sum(20, "sum(${n})")))], 200)],
    { g: times(200, () => ({ n: 1 })) },
  ],
  [
    "500 calculations of 12 sums of 200 rows",
    [group("g", [asked("n", "number")], 200), ...times(500, (at) => calculated(`c${at}`, sum(12, "sum(${n})")))],
    { g: times(200, () => ({ n: 1 })) },
  ],
  [
    "400 texts that grow",
    [
      asked("a", "text"),
      calculated("c0", "concat(${a}, ${a})"),
      ...times(400, (at) => calculated(`c${at + 1}`, `concat(${times(80, () => `\${c${at}}`).join(", ")})`)),
    ],
    { a: "x".repeat(2_000) },
  ],
  [
    "2,400 patterns",
    [
      asked("a", "text"),
      ...times(200, (at) => calculated(`c${at}`, sum(12, "if(regex(${a}, '(?:[a-z]?[b-z]?){49}'), 1, 0)"))),
    ],
    { a: "x".repeat(200) },
  ],
  [
    "1,000 fields in 1,000 rows",
    [
      group(
        "g",
        times(999, (at) => asked(`n${at}`, "number")),
        1_000,
      ),
    ],
    { g: times(1_000, () => ({})) },
  ],
  [
    "patterns in 200 rows",
    [
      group(
        "g",
        times(20, (at) => ({ ...asked(`t${at}`, "text"), pattern: "(?:[a-z]?[b-z]?){49}" }) as Field),
      ),
    ],
    { g: times(200, () => Object.fromEntries(times(20, (at) => [`t${at}`, "x".repeat(200)]))) },
  ],
];

const issuesOf = (fields: readonly Field[]) =>
  (protocolSchema.safeParse({ fields }).error?.issues ?? []).map((issue) => [
    issue.path.join("."),
    issue.code === "custom" ? issue.params?.text : issue.code,
  ]);

describe("a form that costs too much", () => {
  it.each(hostile)("[VALID-13] is refused when it is saved: %s", (_name, fields) => {
    const issues = issuesOf(fields);
    expect(issues[0]).toEqual([expect.stringMatching(/^fields\.\d/), "validation.protocol.tooMuchWork"]);
    expect(new Set(issues.map(([, text]) => text))).toEqual(new Set(["validation.protocol.tooMuchWork"]));
  });

  it.each(hostile.slice(1))("[VALID-13] stops with a refusal if it was saved before: %s", (_name, fields, values) => {
    const problems = findProblems({ fields }, values);
    expect(problems).toEqual([{ key: expect.stringMatching(/^(?:g\.\d+\.)?\w+$/), text: tooManySteps }]);
  });

  it("keeps nothing of it, and tells where it stopped", () => {
    const [, fields, values] = hostile[2] ?? expect.unreachable();
    expect(() => keptValues({ fields }, values)).toThrow(EvaluationStopped);
  });

  it("names the number of rows where only they are too many", () => {
    const fields = [
      group(
        "g",
        times(200, (at) => asked(`n${at}`, "number")),
        1_000,
      ),
    ];
    expect(issuesOf(fields)).toEqual([["fields.0.repeat.max", "validation.protocol.tooMuchWork"]]);
  });

  it("counts the positions of all fields together, of which an upload has a limit", () => {
    const drawn = Array.from({ length: 20 }, (_, at) => ({
      key: `a${at}`,
      kind: at % 2 ? "area" : "line",
      label: "Plot",
    }));
    expect(protocolSchema.safeParse({ fields: drawn }).success).toBe(true);
  });

  it("measures a geometry once, however often it is asked", () => {
    const [, fields, values] = hostile[0] ?? expect.unreachable();
    expect(evaluateForm({ fields }, values).meter.stoppedAt).toBeUndefined();
  });
});

describe("an ordinary form is accepted", () => {
  it.each(templates.map(({ id, protocol }) => [id, protocol.fields] as const))("the template %s", (_id, fields) => {
    expect(issuesOf(fields)).toEqual([]);
  });

  const plain = (count: number, name: string) => times(count, (at) => asked(`${name}${at}`, "number"));
  it.each<[string, Field[]]>([
    ["1,000 questions", plain(1_000, "n")],
    [
      "200 fields, 40 of them calculated, and a group of 50 rows",
      [
        ...plain(130, "n"),
        ...times(40, (at) => calculated(`k${at}`, "if(${n1} > 3, ${n2} * 2 + 1, round(${n3} div ${n4}, 2))")),
        group("g", [...plain(20, "m"), ...times(9, (at) => calculated(`c${at}`, "${m1} * ${m2} + ${m3}"))], 50),
        calculated("total", "sum(${c1})"),
      ],
    ],
    [
      "a roster of 60 fields without a limit of rows",
      [
        group("g", [
          ...plain(40, "m"),
          ...times(10, (at) => asked(`t${at}`, "text")),
          ...times(9, (at) => calculated(`c${at}`, "${m1} * ${m2} + ${m3}")),
        ]),
        calculated("all", "sum(${c1})"),
      ],
    ],
    [
      "a household's roster, where each question depends on one answer of several",
      [
        group("g", [
          { key: "o", kind: "choices", label: "o", options: optionsOf(20) },
          ...times(30, (at): Field => ({ ...asked(`n${at}`, "number"), shown_when: includes("o", `value${at % 20}`) })),
        ]),
      ],
    ],
    [
      "rows in rows, with sums and a list of names",
      [
        group("plots", [
          asked("plot", "text"),
          group("trees", [asked("girth", "number"), asked("name", "text"), calculated("width", "${girth} div pi()")]),
          calculated("area_of_plot", "sum(${width})"),
          calculated("names", "join(', ', ${name})"),
        ]),
        calculated("mean", "sum(${area_of_plot}) div count(${plots})"),
      ],
    ],
    [
      "an area and its figures",
      [
        asked("a", "area"),
        asked("p", "point"),
        ...times(10, (at) => calculated(`c${at}`, "area(${a}) div 10000 + distance(${a}) + distance(${p}, ${p})")),
      ],
    ],
  ])("%s", (_name, fields) => {
    expect(issuesOf(fields)).toEqual([]);
  });
});

const options = optionsOf(12);
const everyTerm = [
  "${n}",
  "${m} * 2",
  "sum(${m})",
  "sum(${k})",
  "count(${h})",
  "string-length(${t})",
  "string-length(join(', ', ${u}))",
  "string-length(concat(${t}, ${u}, ${a}))",
  "area(${a})",
  "distance(${a}, ${a})",
  "count-selected(${o})",
  "string-length(label(${o}))",
  "if(selected(${o}, 'value3'), 1, 0)",
  "string-length(join('-', ${q}))",
  "if(regex(${t}, '[a-z]{3}\\d*'), 1, 0)",
  "if(contains(${t}, 'xxy'), 1, 0)",
  "string-length(translate(${t}, 'abc', 'x'))",
  "count(${g})",
];
const ofEachRow = ["label", "area", "distance", "selected"];
const conditions: readonly { on: string; shown_when: Condition | Formula }[] = [
  { on: "n", shown_when: { field: "n", op: ">", value: 0 } },
  { on: "t", shown_when: { field: "t", op: "!=", value: "y".repeat(100) } },
  { on: "o", shown_when: includes("o", "value3") },
  { on: "m", shown_when: { field: "m", op: "=", value: 1 } },
  { on: "u", shown_when: { field: "u", op: "=", value: "x" } },
  { on: "q", shown_when: includes("q", "value11") },
  { on: "q", shown_when: { expression: "count-selected(${q}) > 3 and selected(${q}, 'value1')" } },
];
const written = (terms: readonly string[]) =>
  fc.array(fc.constantFrom(...terms), { minLength: 1, maxLength: 12 }).map((each) => each.join(" + "));

it("no evaluation of what a form allows takes more steps than were reckoned when it was saved", () => {
  const few = fc.integer({ min: 0, max: 20 });
  const drawn = fc.record({
    outside: fc.array(written(everyTerm), { maxLength: 6 }),
    inside: fc.array(written(everyTerm.filter((term) => !ofEachRow.some((name) => term.includes(name)))), {
      maxLength: 4,
    }),
    asking: fc.array(fc.constantFrom(...conditions), { maxLength: 8 }),
    rows: fc.oneof(few, fc.constant(200)),
    innerRows: fc.oneof(few, fc.constant(5)),
    length: fc.oneof(few, fc.constant(2_000)),
    sides: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.constant(1_999)),
  });
  fc.assert(
    fc.property(drawn, ({ outside, inside, asking, rows, innerRows, length, sides }) => {
      const all = [...outside, ...inside, ...asking.map(({ on }) => `\${${on}}`)].join(" ");
      // What nothing reads would hide what was reckoned too low.
      const used = (fields: Field[]) => fields.filter(({ key }) => all.includes(`\${${key}}`));
      const inner = group("h", [asked("k", "number")], innerRows);
      const fields = [
        ...used([asked("n", "number"), asked("t", "text"), asked("a", "area")]),
        ...used([{ key: "o", kind: "choices", label: "o", options }]),
        group(
          "g",
          [
            ...used([asked("m", "number"), asked("u", "text"), { key: "q", kind: "choices", label: "q", options }]),
            ...(all.includes("${k}") || all.includes("${h}") ? [inner] : []),
            ...inside.map((text, at) => calculated(`i${at}`, text)),
            ...asking.map(({ shown_when }, at): Field => ({ ...asked(`w${at}`, "number"), shown_when })),
          ],
          rows,
        ),
        ...outside.map((text, at) => calculated(`o${at}`, text)),
      ];
      const text = "x ".repeat(length / 2);
      const chosen = options.map(({ value }) => value);
      const row = (at: number) => ({
        m: at,
        u: text.slice(0, 1_000),
        q: chosen,
        h: times(innerRows, () => ({ k: 1 })),
      });
      const values = { n: 1, t: text, a: ring(sides), o: chosen, g: times(rows, row) };
      const atMost = stepsAtMost({ fields });
      const { meter } = evaluateForm({ fields }, values);
      if (atMost <= stepsMax)
        expect(findProblems({ fields }, values).filter((each) => each.text === tooManySteps)).toEqual([]);
      expect(Math.min(meter.spent, stepsMax)).toBeLessThanOrEqual(atMost);
    }),
    {
      numRuns: 100,
      examples: [
        [{ outside: ["count(${h})"], inside: [], asking: [], rows: 200, innerRows: 5, length: 0, sides: 1_999 }],
        [{ outside: [], inside: [], asking: [...conditions], rows: 200, innerRows: 0, length: 2_000, sides: 3 }],
      ],
    },
  );
});

/** What was once reckoned too low, each at its largest. Random forms of every function found the same kinds. */
const reckonedTooLow: [string, Field[], Values][] = [
  [
    "rows of inner groups, counted from outside",
    [group("g", [group("h", [asked("k", "number")], 5)], 150), calculated("c", "count(${h})")],
    { g: times(150, () => ({ h: times(5, () => ({ k: 1 })) })) },
  ],
  [
    "a value that is evaluated after what reads it",
    [
      { ...asked("t", "text"), constraint: { expression: `${sum(20, "string-length(${c})")} > 0` } } as Field,
      calculated("c", "concat(${t}, ${t})"),
    ],
    { t: "x".repeat(2_000) },
  ],
  [
    "letters that become more",
    [asked("t", "text"), ...times(5, (at) => calculated(`c${at}`, "upper-case(${t})"))],
    { t: "\u0390".repeat(2_000) },
  ],
  [
    "the same longest label in every row",
    [
      group("g", [{ key: "o", kind: "choices", label: "o", options: [{ value: "a", label: "x".repeat(1_000) }] }], 200),
      calculated("c", "label(${o})"),
    ],
    { g: times(200, () => ({ o: ["a"] })) },
  ],
  [
    "what a phone calculated",
    [calculated("c", "once(1)"), ...times(9, (at) => calculated(`d${at}`, "concat(${c}, ${c})"))],
    { c: "x".repeat(2_000) },
  ],
  [
    "a geometry that follows another one in every row",
    [
      asked("a", "area"),
      group("g", [{ ...asked("b", "area"), read_only: true, default: { expression: "${a}" } } as Field], 10),
    ],
    { a: ring(1_999), g: times(10, () => ({})) },
  ],
  ["empty texts", [calculated("c", `concat(${times(200, () => "''").join(", ")})`)], {}],
];

it.each(reckonedTooLow)("no evaluation takes more than was reckoned: %s", (_name, fields, values) => {
  const runs = vi.spyOn(Meter.prototype, "run");
  findProblems({ fields }, values);
  const spent = Math.max(...runs.mock.contexts.map((meter) => (meter as Meter).spent));
  runs.mockRestore();
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(stepsAtMost({ fields }) + 1e-6);
});

it.each(["${y} * 2", "sum(${x})", "sum(${x}, ${y})", sum(20, "sum(${x}, ${y})"), sum(50, "${y}")])(
  "what was reckoned is close to what the largest answers take: %s",
  (expression) => {
    const fields = [
      group("a", [asked("x", "number")]),
      group("b", [asked("y", "number"), calculated("z", expression)]),
    ];
    const rowsOf = (key: string) => times(200, () => ({ [key]: 1 }));
    const { spent } = evaluateForm({ fields }, { a: rowsOf("x"), b: rowsOf("y") }).meter;
    const share = spent / stepsAtMost({ fields });
    expect(share).toBeGreaterThan(0.93);
    expect(share).toBeLessThanOrEqual(1);
  },
);
