import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settings } from "../src/server/configuration/settings.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

it("every command and setting named in README and CONTRIBUTING exists", () => {
  const pages = read("README.md") + read("CONTRIBUTING.md");
  const { scripts } = JSON.parse(read("package.json"));
  const commands = [...pages.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? "");
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const named = [...read("README.md").matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name ?? "");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in settings))).toEqual([]);
});
