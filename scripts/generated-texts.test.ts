import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesThere, generatedTexts } from "./generated-texts.ts";

it("generated texts match src/texts/en; otherwise run: npm run texts", () => {
  const texts = generatedTexts();
  expect(filesThere().sort()).toEqual([...texts.keys()].sort());
  for (const [path, text] of texts) expect(readFileSync(path, "utf8"), path).toBe(text);
});
