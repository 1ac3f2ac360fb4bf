// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import { checkExpression } from "../expressions/check-expression.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { printExpression } from "../expressions/print-expression.ts";
import type { ValueType } from "../expressions/values.ts";
import { fitTypes } from "./fit-types.ts";

const types: Readonly<Record<string, ValueType>> = {
  number: "number",
  text: "text",
  choice: "text",
  choices: "choices",
  yes: "yes_no",
  day: "date",
  moment: "datetime",
  hour: "time",
};
const scope = {
  typeOf: (key: string) => types[key],
  optionsOf: (key: string) => (key.startsWith("choice") ? new Set(["1", "2", "sand"]) : undefined),
  own: "number" as const,
};

const fitted = (text: string, wanted?: ValueType) => {
  const parsed = parseExpression(text);
  if ("fault" in parsed) throw new Error(parsed.fault.text);
  const result = fitTypes(parsed.expression, scope, wanted);
  expect(checkExpression(result, scope, wanted).faults).toEqual([]);
  return printExpression(result);
};

describe("XPath's conversions become functions", () => {
  it.each([
    ["${number} > 3 and ${choice} = '1'", "${number} > 3 and ${choice} = '1'"],
    ["${choice} > 1", "number(${choice}) > 1"],
    ["${choice} + ${text} * 2", "number(${choice}) + number(${text}) * 2"],
    ["${choices} = 'sand'", "string(${choices}) = 'sand'"],
    ["${number} = 'x'", "${number} = number('x')"],
    ["${number} = ${text}", "${number} = number(${text})"],
    ["${number} or ${text} or ${choices}", "${number} != 0 or ${text} != '' or ${choices} != ''"],
    ["not(${day})", "not(${day} != '')"],
    ["1 and 'a' and 0", "true() and true() and false()"],
    ["${yes} = 'true' or ${yes} = 0", "${yes} = true() or ${yes} = false()"],
    ["${yes} = ${text}", "string(${yes}) = ${text}"],
    ["if(${yes}, 1, 'x')", "if(${yes}, '1', 'x')"],
    ["if(${yes}, ${number}, '')", "if(${yes}, ${number}, '')"],
    ["if(${yes}, ${number}, '-1') > 1", "if(${yes}, ${number}, -1) > 1"],
    ["coalesce(${text}, ${number})", "coalesce(${text}, string(${number}))"],
    ["if(${yes}, ${day}, 'never')", "if(${yes}, string(${day}), 'never')"],
    ["string-length(${choices}) > 1", "string-length(string(${choices})) > 1"],
    ["regex(., '[0-9]{3}')", "regex(string(.), '[0-9]{3}')"],
    ["${day} > '2026-01-01'", "${day} > '2026-01-01'"],
    ["${day} <= ${text}", "${day} <= date(${text})"],
    ["${day} < ${moment}", "decimal-date-time(${day}) < decimal-date-time(${moment})"],
    ["int((today() - ${day}) div 365.25)", "int((today() - ${day}) div 365.25)"],
    ["${day} + ${text}", "decimal-date-time(${day}) + number(${text})"],
    ["today() - 7 > ${day}", "today() - 7 > ${day}"],
    ["round(${day} * 2)", "round(decimal-date-time(${day}) * 2)"],
    ["format-date(${text}, '%Y')", "format-date(date(${text}), '%Y')"],
    ["sum(${choice}, ${number})", "sum(number(${choice}), ${number})"],
    ["selected(${number}, 4)", "selected(string(${number}), '4')"],
  ])("%s", (written, result) => {
    expect(fitted(written)).toBe(result);
  });

  it("a comparison with an option that doesn't exist is never met", () => {
    expect(fitted("${choice} = 'moon' or not(selected(${choices}, 'moon'))")).toBe("false() or not(false())");
    expect(fitted("${choice} = ''")).toBe("${choice} = ''");
  });

  it("the whole expression gets the type that is wanted", () => {
    expect(fitted("${number}", "yes_no")).toBe("${number} != 0");
    expect(fitted("${number}", "text")).toBe("string(${number})");
    expect(fitted("${text}", "date")).toBe("date(${text})");
    expect(fitted("'5'", "number")).toBe("5");
  });
});
