// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { expect, it } from "vitest";
import { givesOneOption, type KnownKinds } from "./evaluate.ts";
import { parseExpression } from "./parse-expression.ts";

const known: KnownKinds = { kindOf: (key) => (key === "tree" ? "choice" : "text"), ownKind: "choice" };

function isOne(text: string, of: KnownKinds = known): boolean {
  const parsed = parseExpression(text);
  if ("fault" in parsed) throw new Error(text);
  return givesOneOption(parsed.expression, of);
}

it.each([
  ["${tree}", true],
  ["${name}", false],
  [".", true],
  ["'oak'", false],
  ["1 + 2", false],
  ["selected-at(${name}, 0)", true],
  // What chooses isn't passed on.
  ["if(${name} = 'a', ${tree}, ${tree})", true],
  ["if(${tree} = 'a', ${name}, ${name})", false],
  ["if(${tree} = 'a', ${tree}, ${name})", false],
  ["if(${name} = 'a', 'none', ${tree})", true],
  ["if(${name} = 'a', 'none', 'oak')", false],
  ["coalesce(${tree}, .)", true],
  ["coalesce(${name}, ${tree})", false],
  ["coalesce(., 'none')", true],
  ["once(${tree})", true],
  ["once(${name})", false],
  ["string(${tree})", true],
  ["string(${name})", false],
  ["indexed-repeat(${tree}, ${rows}, 1)", true],
  ["indexed-repeat(${name}, ${tree}, ${tree})", false],
  // Others make a text of their own.
  ["concat(${tree})", false],
  ["today()", false],
])("%s gives one option: %s", (text, expected) => {
  expect(isOne(text)).toBe(expected);
});

it("nothing is one option where nobody knows of any", () => {
  expect([isOne("${tree}", {}), isOne(".", {}), isOne(".", { ownKind: "text" })]).toEqual([false, false, false]);
});
