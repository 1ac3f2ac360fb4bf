import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeValues, valuesFile } from "./text-values.ts";

it("src/texts/values.ts is what `npm run texts` makes of the texts", () => {
  expect(readFileSync(valuesFile, "utf8")).toBe(describeValues());
});
