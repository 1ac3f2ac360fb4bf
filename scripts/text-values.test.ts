import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeValues, valuesFile } from "./text-values.ts";

it("src/texts/values.ts matches the texts; otherwise run: npm run texts", () => {
  expect(readFileSync(valuesFile, "utf8")).toBe(describeValues());
});
