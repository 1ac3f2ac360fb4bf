import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadConfig } from "../src/server/settings/config.ts";
import { settings } from "../src/server/settings/settings.ts";
import { settingsExample, settingsPage } from "./settings-documents.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

it("docs/settings.md and the example environment file match the code", () => {
  expect(read("docs/settings.md")).toBe(settingsPage());
  expect(read("deploy/cairn.env.example")).toBe(settingsExample());
});

it("the example names every setting once, and the server accepts it", () => {
  const example = settingsExample();
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? "");
  expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
  const given = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(loadConfig(Object.fromEntries(given))).toMatchObject({
    isProduction: true,
    trustedProxies: 1,
    drainMs: 10_000,
  });
});
