import { afterEach, expect, it, vi } from "vitest";
import { english, languageOf } from "../../../texts/languages.ts";
import { switchLanguage } from "./area-texts.ts";
import { keepCurrentLanguage } from "./keep-language.ts";

const absolute = (address: string) => new URL(address, location.href).href;
const german = { code: "de", name: "Deutsch", share: 1, version: "2b" };

afterEach(() => {
  switchLanguage(english, "", {});
  localStorage.clear();
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

it("the newest texts of the page's language replace older ones on the device, once, for the next start", async () => {
  const kept = new Map([[absolute("/api/texts/de/app?version=1a"), {}]]);
  vi.stubGlobal("caches", {
    open: async () => ({
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      match: async (address: string) => kept.get(absolute(address)),
      put: async (address: string, answer: object) => kept.set(absolute(address), answer),
      delete: async ({ url }: { url: string }) => kept.delete(url),
    }),
  });
  const asked = vi.fn(async (_address: string) => Response.json({ app: {}, quests: {} }));
  vi.stubGlobal("fetch", asked);
  switchLanguage(languageOf("de"), "1a", {});
  await keepCurrentLanguage([german]);
  await keepCurrentLanguage([german]);
  expect(asked).toHaveBeenCalledExactlyOnceWith("/api/texts/de?version=2b");
  expect([...kept.keys()]).toEqual(["quests", "app"].map((area) => absolute(`/api/texts/de/${area}?version=2b`)));
  expect(localStorage.getItem("cairn-language")).toMatch(/^de 2b /);
});

it("those of another language go once the page is in English, which may have been chosen on a hosted page", async () => {
  const forget = vi.fn(async () => true);
  vi.stubGlobal("caches", { delete: forget });
  await keepCurrentLanguage([german]);
  expect(forget).toHaveBeenCalledExactlyOnceWith("cairn-texts");
});
