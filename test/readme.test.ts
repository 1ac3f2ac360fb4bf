import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settings } from "../src/server/settings/settings.ts";

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

it("every message that identity.md quotes exists", () => {
  const [, section = ""] = read("docs/identity.md").split("## Messages");
  const logged = [...section.matchAll(/^\| `([a-zA-Z][^`]+)`/gm)].map(([, message]) => message ?? "");
  const shown = [...section.matchAll(/^\| "([^"]+)"/gm)].map(([, text]) => text ?? "");
  expect([logged.length, shown.length]).toEqual([8, 5]);
  const code = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(`src/${file}`))
    .join();
  expect(logged.filter((message) => !code.includes(message))).toEqual([]);
  const texts = Object.values(JSON.parse(read("src/texts/en/refusals.json")));
  expect(shown.filter((text) => !texts.includes(text))).toEqual([]);
});
