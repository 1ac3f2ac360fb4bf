import { afterEach, expect, it, vi } from "vitest";
import { english, languageOf } from "../../texts/languages.ts";
import { switchLanguage } from "./area-texts.ts";
import { keepCurrentLanguage } from "./keep-language.ts";

afterEach(() => {
  switchLanguage(english, "", {});
  vi.unstubAllGlobals();
});

it("texts are kept one area at a time, and the one that says that all are kept comes last", async () => {
  const kept: string[] = [];
  let storing = 0;
  const cache = {
    match: async () => undefined,
    keys: async () => [],
    put: async (address: string) => {
      storing++;
      expect(storing).toBe(1);
      await Promise.resolve();
      storing--;
      kept.push(address);
    },
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", async () => Response.json({ app: { a: ["A"] }, quests: { b: ["B"] }, field: { c: ["C"] } }));
  switchLanguage(languageOf("de"), "1", {});
  await keepCurrentLanguage([{ code: "de", name: "Deutsch", share: 1, version: "2" }]);
  expect(kept).toEqual(["quests", "field", "app"].map((area) => `/api/texts/de/${area}?version=2`));
});
