import { expect, it } from "vitest";
import { readWorkbook } from "./read-workbook.ts";
import { writeWorkbook } from "./write-workbook.ts";

it("a workbook keeps texts that are property names of every JavaScript object", async () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  expect(names).toContain("toString");
  const bytes = await writeWorkbook([{ name: "survey", rows: [["hint"], ...names.map((name) => [name])] }]);
  const { sheets } = await readWorkbook(bytes, ["survey"]);
  expect(sheets[0]?.rows.map(({ cells }) => cells[0])).toEqual(["hint", ...names]);
});
