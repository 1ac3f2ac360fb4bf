import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("every input for what must stay as it is typed takes all that keeps phones from changing it", () => {
  const folder = join("src", "web");
  const alone = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
    .filter((file) => /auto(Capitalize|Correct)=|spellCheck=/.test(readFileSync(join(folder, file), "utf8")));
  expect(alone).toEqual([]);
});
