// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValues } from "../../test/arbitrary-values.ts";
import { protocolArbitrary } from "../../test/protocol-arbitrary.ts";
import { findFault } from "./check-value.ts";
import { parseExpression } from "./expressions/parse-expression.ts";
import { printExpression } from "./expressions/print-expression.ts";
import type { Condition, Field, Protocol, Values } from "./field.ts";
import { conditionOf } from "./field-expressions.ts";
import { evaluateForm } from "./form-state.ts";

const shown = (shown_when: Field["shown_when"]): Field => ({ key: "last", kind: "text", label: "Last", shown_when });
const printed = (condition: unknown) => {
  const expression = conditionOf(shown(condition as Condition));
  return expression && printExpression(expression);
};

describe("a comparison with an earlier answer", () => {
  it.each([
    [{ field: "depth", op: ">", value: 2.5 }, "${depth} > 2.5"],
    [{ field: "depth", op: "!=", value: -1e-7 }, "${depth} != -0.0000001"],
    [{ field: "fish", op: "=", value: false }, "${fish} = false()"],
    [{ field: "day", op: "<=", value: "2026-05-31" }, "${day} <= '2026-05-31'"],
    [{ field: "soil", op: "=", value: "rock wall" }, "${soil} = 'rock wall'"],
    [{ field: "bottom", op: "includes", value: "reed" }, "selected(${bottom}, 'reed')"],
    [{ field: "name", op: "=", value: `a 'so' b "no"` }, `\${name} = concat('a ', "'", 'so', "'", ' b "no"')`],
    [{ field: "name", op: "=", value: "" }, "${name} = ' '"],
    [{ field: "depth", op: "newer", value: 1 }, "${depth} != ''"],
  ])("is the expression that means the same: %j", (comparison, expected) => {
    expect(printed(comparison)).toBe(expected);
  });

  it("is translated once, and an expression is read once", () => {
    const [comparison, formula] = [shown({ field: "a", op: "=", value: 1 }), shown({ expression: "${a} = 1" })];
    for (const field of [comparison, formula]) expect(conditionOf({ ...field })).toBe(conditionOf(field));
    expect(printed(formula.shown_when)).toBe(printed(comparison.shown_when));
    expect([conditionOf(shown(undefined)), conditionOf(shown({ expression: "${a} =" }))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["an older condition on it", { field: "what", op: "=", value: "2026-10-25T02:30" }],
    ["an expression", { expression: "${what} = '2026-10-25T02:30'" }],
    ["a copy of it", { expression: "${copy} = '2026-10-25T02:30'" }],
  ] as const)("a text is compared as a text, although it reads like a moment: %s", (_, shown_when) => {
    const shownFor = (kind: "text" | "barcode" | "datetime", answer: string) => {
      const fields: Field[] = [
        { key: "what", kind, label: "What" },
        { key: "copy", kind: "calculated", label: "Copy", expression: "coalesce(${what}, ${what})" },
        shown(shown_when),
      ];
      return evaluateForm({ fields }, { what: answer }).shown.get("last");
    };
    expect([shownFor("text", "2026-10-25T02:30+01:00"), shownFor("barcode", "2026-10-25T02:30+01:00")]).toEqual([
      false,
      false,
    ]);
    expect([shownFor("text", "2026-10-25T02:30"), shownFor("datetime", "2026-10-25T02:30+01:00")]).toEqual([
      true,
      true,
    ]);
  });

  it("is met by the same answers as when it is read plainly", () => {
    const both = protocolArbitrary.chain((protocol) => fc.tuple(fc.constant(protocol), answersNear(protocol)));
    let met = 0;
    let compared = 0;
    fc.assert(
      fc.property(both, ([protocol, values]) => {
        const expected = shownPlainly(protocol, values);
        expect(evaluateForm(protocol, values).shown).toEqual(expected);
        // The editor and exports write expressions as texts.
        const fields = protocol.fields.map((field): Field => {
          const text = field.shown_when && printed(field.shown_when);
          if (text === undefined) return field;
          compared += 1;
          met += Number(expected.get(field.key));
          expect(parseExpression(text)).toHaveProperty("expression");
          return { ...field, shown_when: { expression: text } };
        });
        expect(evaluateForm({ fields }, values).shown).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    expect([met > 10, compared - met > 10]).toEqual([true, true]);
  });
});

/** What a field's answer is compared with, or else any that it takes. */
function answersNear({ fields }: Protocol): fc.Arbitrary<Values> {
  const wanted = new Map<string, unknown[]>();
  for (const { shown_when: condition } of fields) {
    if (!condition || !("field" in condition)) continue;
    const { field, value } = condition;
    const kind = fields.find(({ key }) => key === field)?.kind;
    const answers = kind === "datetime" ? [value, `${value}+05:30`] : [kind === "choices" ? [value] : value];
    wanted.set(field, [...(wanted.get(field) ?? []), ...answers]);
  }
  const near = fields
    .filter(({ key }) => wanted.has(key))
    .map((field) => {
      const [of, fits] = [wanted.get(field.key) ?? [], (value: unknown) => findFault(field, value) === undefined];
      const answers = [...of, "", []].filter((value) => fits(value) || value === "" || (value as []).length === 0);
      return fc.tuple(fc.constant(field.key), fc.option(fc.constantFrom(...answers), { freq: 3 }));
    });
  return fc
    .tuple(arbitraryValues({ fields }), fc.tuple(...near))
    .map(([values, pairs]) => ({ ...values, ...Object.fromEntries(pairs.filter(([, value]) => value !== null)) }));
}

/** What the reference says: a field is hidden without the answer that it needs, and hidden fields have no answer. */
function shownPlainly({ fields }: Protocol, values: Values): Map<string, boolean> {
  const shown = new Map<string, boolean>();
  for (const { key, shown_when: condition } of fields) {
    if (!condition || !("field" in condition)) shown.set(key, true);
    else shown.set(key, shown.get(condition.field) === true && isMetPlainly(condition, values[condition.field]));
  }
  return shown;
}

function isMetPlainly({ op, value }: Condition, answer: unknown): boolean {
  if (answer === undefined || String(answer).trim() === "") return false;
  if (op === "includes") return (answer as unknown[]).includes(value);
  // A moment is compared as the volunteer's clock showed it.
  const said = typeof answer === "string" ? answer.replace(/^(.{10}T\d\d:\d\d)[+-]\d\d:\d\d$/, "$1") : answer;
  if (op === "=" || op === "!=") return (said === value) === (op === "=");
  const [one, other] = [said, value] as [number, number];
  return { "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other }[op];
}
