import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addLanguage, checkLanguage, recordSources, requireLanguages } from "./languages.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-languages-"));
const file = join(folder, "it", "app.json");
const read = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
const change = (messages: Record<string, string>) => writeFileSync(file, JSON.stringify({ ...read(), ...messages }));
const problemsOf = (key: string) => checkLanguage("it", folder).filter((problem) => problem.includes(` ${key}: `));

it.each(["ar", "de", "es", "fr", "pt-BR"])("%s has every text, from today's English sentences", (code) => {
  expect(checkLanguage(code)).toEqual([]);
});

it("a language is made with an empty message for each key, completed, and checked", () => {
  addLanguage("it", folder);
  expect(read()["app.findQuest"]).toBe("");
  expect(problemsOf("app.findQuest")).toEqual(["it/app.json: missing: app.findQuest: Find a Quest"]);

  change({ "app.findQuest": "Trova", "app.asOf": "Al {time}", "app.gone": "?" });
  expect(problemsOf("app.findQuest")).toEqual([]);
  expect(problemsOf("app.asOf")).toEqual(["it/app.json: app.asOf: has {time}, but English has {moment}"]);
  expect(problemsOf("app.gone")).toEqual(["it/app.json: app.gone: English has no such key"]);

  addLanguage("it", folder);
  expect(read()).toMatchObject({ "app.findQuest": "Trova", "app.loading": "" });
  expect(read()).not.toHaveProperty("app.gone");
});

it("a translation of another English sentence is named until it has been read again", () => {
  recordSources("it", folder);
  expect(problemsOf("app.findQuest")).toEqual([]);
  const sources = join(folder, "it", "_sources.json");
  writeFileSync(sources, readFileSync(sources, "utf8").replace(/app\.findQuest:\w+/, "app.findQuest:000000"));
  expect(problemsOf("app.findQuest")).toEqual(["it/app.json: changed since: app.findQuest: Find a Quest"]);
  recordSources("it", folder);
  expect(problemsOf("app.findQuest")).toEqual([]);
});

it("languages to check on the screens have to be Cairn's", () => {
  expect(requireLanguages("ar,pt-BR")).toEqual(["ar", "pt-BR"]);
  expect(() => requireLanguages("ar,xx,pt-br")).toThrow(
    "LANGUAGES names unknown languages: xx, pt-br. Known are ar, de, es, fr, pt-BR.",
  );
});
