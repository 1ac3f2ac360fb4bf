import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

it("the README names every setting, and every command that it names exists", () => {
  const readme = read("README.md");
  const settings = [...read("src/server/config.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\./gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !readme.includes(`${name}`))).toEqual([]);
  const { scripts } = JSON.parse(read("package.json"));
  const commands = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(commands.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
});
