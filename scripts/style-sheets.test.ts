import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const web = fileURLToPath(new URL("../src/web/", import.meta.url));

/** On a map, west is left in every language. */
const geometry = /^components\/map\//;

const physical =
  /^\s*(?:left|right|(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right))\b.*$/gm;

it("style sheets use logical properties", () => {
  const found = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css") && !geometry.test(file))
    .flatMap(
      (file) =>
        readFileSync(join(web, file), "utf8")
          .match(physical)
          ?.map((line) => `${file}: ${line}`) ?? [],
    );
  expect(found).toEqual([]);
});
