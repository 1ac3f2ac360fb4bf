// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { parseExpression } from "./parse-expression.ts";
import { wordsOf } from "./print-expression.ts";

const { say } = textsOf(english);
const labels: Record<string, string> = { depth: "Depth", ground: "Ground", wet: "Wet" };

it.each([
  ["${depth} > 10 and selected(${ground}, 'mud')", "Depth is more than 10 and Ground includes Mud"],
  ["${ground} = 'mud' or ${ground} = ''", "Ground is Mud or Ground isn't answered"],
  ["(${depth} + 1) * 2 <= .", "(Depth plus 1) times 2 is at most the answer"],
  ["not(${wet}) and ${depth} != ''", "not (Wet) and Depth is answered"],
  ["if(${wet}, -1, sum(${depth}, 2.5))", "minus 1 if Wet, otherwise the sum of Depth, 2.5"],
  ["round(${depth}, 1) = true()", "round(Depth, 1) is Yes"],
  ["label(${ground})", "the label of Ground"],
  ["label('mud', ${ground})", "the label of Mud in Ground"],
  ["attribute(${ground}, 'grain')", "“grain” of the option selected in Ground"],
  ["attribute('mud', ${ground}, 'grain')", "“grain” of Mud in Ground"],
  ["lookup('regions', 'people', ${depth})", "“people” of Depth in the list “regions”"],
  ["position(${wet}) + 1", "the number of the row in Wet plus 1"],
  ["indexed-repeat(${depth}, ${wet}, 2)", "Depth in row 2 of Wet"],
  ["today() > '2026-01-01'", "today is more than “2026-01-01”"],
])("%s means: %s", (text, meaning) => {
  const parsed = parseExpression(text);
  if ("fault" in parsed) throw new Error(parsed.fault.text);
  const said = wordsOf(parsed.expression, {
    t: (key, values) => say({ key, values }),
    nameOf: (key) => labels[key] ?? key,
    optionOf: (_key, value) => (value === "mud" ? "Mud" : `“${value}”`),
  });
  expect(said).toBe(meaning);
});
