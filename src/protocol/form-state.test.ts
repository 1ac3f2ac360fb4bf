// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValues } from "../../test/arbitrary-values.ts";
import { findProblems, keptValues } from "../../test/check-values.ts";
import { shownKeys } from "./check-values.ts";
import type { Field, Protocol } from "./field.ts";
import { protocolSchema } from "./protocol-schema.ts";

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;

const survey: Protocol = {
  fields: [
    asked("total", "calculated", { expression: "sum(${adults}, ${young})", unit: "{birds}" }),
    asked("adults", "integer", { required: true }),
    asked("young", "integer", { constraint: { expression: ". <= ${adults} * 5", message: { en: "Too many young" } } }),
    asked("behaviour", "text", {
      shown_when: { expression: "${total} > 10 or ${is_rare}" },
      required_when: { expression: "${total} > 100" },
    }),
    asked("is_rare", "yes_no"),
    asked("days", "calculated", { expression: "today() - ${first_seen}" }),
    asked("first_seen", "date", { constraint: { expression: ". <= today()" } }),
    asked("pairs", "integer", {
      read_only: true,
      default: { expression: "round(${adults} div 2)" },
      constraint: { expression: ". < 1000" },
    }),
    asked("asked_on", "date", { read_only: true, default: { expression: "today()" } }),
  ],
};
const now = "2026-11-24T14:05";
const textsOf = (values: object, at?: string) =>
  findProblems(survey, values as Record<string, unknown>, new Set(), at).map(({ key, text }) => [key, text]);

describe("a protocol with expressions", () => {
  it("is valid", () => {
    expect(protocolSchema.safeParse(survey).error?.issues).toBeUndefined();
  });

  it("shows fields by other answers and results, wherever they are", () => {
    expect([...shownKeys(survey, { adults: 8 }, now)]).not.toContain("behaviour");
    expect([...shownKeys(survey, { adults: 8, young: 4 }, now)]).toContain("behaviour");
    expect([...shownKeys(survey, { adults: 1, is_rare: true }, now)]).toContain("behaviour");
  });

  it("adds results to the values, and compares the ones that were sent", () => {
    expect(keptValues(survey, { adults: 8, young: 1 }, now)).toEqual({ total: 9, adults: 8, young: 1, pairs: 4 });
    expect(textsOf({ adults: 8, total: 8 })).toEqual([]);
    expect(textsOf({ adults: 8, total: 9 })).toEqual([["total", "validation.calculated"]]);
  });

  it("a single choice is one option in conditions, constraints, filters and results made of it", () => {
    const options = ["white oak", "oak"].map((value) => ({ value, label: value, attributes: { of: "white oak" } }));
    const forest: Protocol = {
      fields: [
        asked("tree", "choice", { options, constraint: { expression: "not(selected(., 'oak'))" } }),
        asked("same", "calculated", { expression: "if(${tree} != '', ${tree}, '')" }),
        asked("is_oak", "calculated", { expression: "selected(${same}, 'oak')" }),
        asked("girth", "number", { shown_when: { expression: "selected(${tree}, 'oak')" } }),
        asked("near", "choices", { options, filter: "selected(${tree}, of) and not(selected(${tree}, 'oak'))" }),
      ],
    };
    const white = { tree: "white oak", near: ["oak", "white oak"] };
    expect(keptValues(forest, white, now)).toEqual({ ...white, same: "white oak", is_oak: false });
    expect(findProblems(forest, white, new Set(), now)).toEqual([]);
    expect([...shownKeys(forest, white, now)]).not.toContain("girth");
    const { is_oak } = keptValues(forest, { tree: "oak" }, now);
    expect([is_oak, findProblems(forest, { tree: "oak" }, new Set(), now).map(({ key }) => key)]).toEqual([
      true,
      ["tree"],
    ]);
  });

  it("what volunteers can't change follows its default, which is compared, too", () => {
    expect(keptValues(survey, { adults: 8, pairs: 1 }, now).pairs).toBe(4);
    expect(textsOf({ adults: 8, pairs: 4 })).toEqual([]);
    expect(textsOf({ adults: 8, pairs: 3 })).toEqual([["pairs", "validation.calculated"]]);
    expect(textsOf({ adults: 2_000, behaviour: "feeding" })).toEqual([["pairs", "validation.constraint.noMessage"]]);
    expect(textsOf({ adults: 1, asked_on: "2026-11-23" })).toEqual([]);
    expect(keptValues(survey, { adults: 1, asked_on: "2026-11-23" }, now).asked_on).toBe("2026-11-23");
  });

  it("outside bounds, the constraint's message comes first if the constraint says as much", () => {
    const message = "Between the banks";
    const faults = (expression: string, value: number) =>
      findProblems(
        { fields: [asked("q", "number", { min: 0, max: 40, constraint: { expression, message } })] },
        { q: value },
      );
    const [own, bounds] = [
      { key: "q", text: "validation.constraint", message },
      { key: "q", text: "validation.between", values: { min: "0", max: "40" } },
    ];
    expect(faults(". >= 0 and . <= 40", 41)).toEqual([own]);
    expect(faults(". >= 0 and . < ${nothing}", -1)).toEqual([own]);
    expect(faults(". >= 0 and . < ${nothing}", 41)).toEqual([bounds]);
    expect(faults(". >= 0 and . <= 40", 40)).toEqual([]);
  });

  it("checks constraints, with the protocol's message", () => {
    expect(findProblems(survey, { adults: 1, young: 6 })).toEqual([
      { key: "young", text: "validation.constraint", message: { en: "Too many young" } },
    ]);
    expect(textsOf({ adults: 1, first_seen: "2026-11-25" }, now)).toEqual([
      ["first_seen", "validation.constraint.noMessage"],
    ]);
  });

  it("requires answers by expression, and rejects answers to hidden fields", () => {
    expect(textsOf({ adults: 101 })).toEqual([["behaviour", "validation.required"]]);
    expect(textsOf({ adults: 2, behaviour: "feeding" })).toEqual([["behaviour", "validation.hidden"]]);
  });

  it("leaves what depends on the moment to the phone", () => {
    const values = { adults: 1, days: 27, first_seen: "2026-10-28" };
    expect(keptValues(survey, { adults: 1, first_seen: "2026-10-28" }, now)).toEqual({
      ...values,
      total: 1,
      pairs: 1,
    });
    expect(textsOf({ ...values, days: 26 })).toEqual([]);
    expect(textsOf({ adults: 1, first_seen: "2999-01-01" })).toEqual([]);
    expect(textsOf({ ...values, days: ["26"] })).toEqual([["days", "validation.calculated"]]);
  });

  it("takes the longest chain of the longest calculations", () => {
    const chain: Protocol = {
      fields: Array.from({ length: 200 }, (_, index) =>
        asked(`sum_${index}`, "calculated", {
          expression: `${index === 199 ? "1" : `\${sum_${index + 1}}`}${" + 1".repeat(249)}`,
        }),
      ),
    };
    expect(protocolSchema.safeParse(chain).error?.issues).toBeUndefined();
    expect(keptValues(chain, {}).sum_0).toBe(200 * 249 + 1);
  });

  it("the server accepts what the app sends, whatever is answered", () => {
    fc.assert(
      fc.property(arbitraryValues(survey), (answers) => {
        const sent = keptValues(survey, answers, now);
        if (findProblems(survey, answers, new Set(), now).length > 0) return;
        expect(findProblems(survey, sent, new Set())).toEqual([]);
        expect(keptValues(survey, sent)).toEqual(sent);
      }),
    );
  });
});

const issuesOf = (...fields: Field[]) =>
  protocolSchema
    .safeParse({ fields })
    .error?.issues.map((issue) => [
      issue.path.join("."),
      issue.code === "custom" ? issue.params?.text : issue.code,
      issue.code === "custom" ? issue.params?.values?.position : undefined,
    ]);

describe("saving a protocol", () => {
  const depth = asked("depth", "number");
  it.each<[string, Field, string, string]>([
    ["a missing field", asked("a", "calculated", { expression: "1 + ${dept}" }), "expression", "5"],
    ["a wrong type", asked("a", "text", { shown_when: { expression: "${depth}" } }), "shown_when.expression", "1"],
    [
      "a mistyped constraint",
      asked("a", "number", { constraint: { expression: ". >" } }),
      "constraint.expression",
      "4",
    ],
    [
      "a default of another kind",
      asked("a", "date", { default: { expression: "${depth}" } }),
      "default.expression",
      "1",
    ],
    [
      "an unknown function",
      asked("a", "text", { required_when: { expression: "f(1)" } }),
      "required_when.expression",
      "1",
    ],
  ])("says where %s is", (_what, field, path, position) => {
    expect(issuesOf(depth, field)).toEqual([
      [`fields.1.${path}`, expect.stringMatching(/^validation\.expression\./), position],
    ]);
  });

  it("a field that follows its default can't depend on itself, but a first answer can", () => {
    const itself = { default: { expression: "${a} + 1" } };
    expect(issuesOf(asked("a", "number", { ...itself, read_only: true }))).toEqual([
      ["fields.0.default.expression", "validation.expression.cycle", expect.anything()],
    ]);
    expect(issuesOf(asked("a", "number", itself))).toBeUndefined();
  });

  it("names fields that depend on each other", () => {
    const issues = protocolSchema.safeParse({
      fields: [
        asked("one", "calculated", { expression: "${two} + 1" }),
        asked("two", "number", { shown_when: { expression: "${one} > 0" } }),
      ],
    }).error?.issues;
    expect(issues).toMatchObject([
      {
        path: ["fields", 0, "expression"],
        params: { text: "validation.expression.cycle", values: { keys: "one → two → one" } },
      },
    ]);
  });
});
