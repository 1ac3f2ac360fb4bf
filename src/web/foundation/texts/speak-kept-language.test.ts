import { afterEach, expect, it, vi } from "vitest";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { compileTexts } from "../../../texts/compile-texts.ts";
import { english } from "../../../texts/languages.ts";
import { currentLanguage, switchLanguage } from "./area-texts.ts";
import { speakKeptLanguage } from "./keep-language.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  switchLanguage(english, "", {});
});

const keeps = (kept: Record<string, unknown>) =>
  vi.stubGlobal("caches", {
    open: async () => ({
      keys: async () => Object.keys(kept).map((url) => ({ url })),
      match: async ({ url }: { url: string }) => Response.json(kept[url]),
    }),
  });

it("the service worker says what it stores in the language that the app keeps", async () => {
  const texts = compileTexts({ "outbox.problem.noLine": "Keine Verbindung." });
  keeps({
    "https://cairn.example/api/texts/de/app?version=1a": {},
    "https://cairn.example/api/texts/de/outbox?version=1a": texts,
  });
  await speakKeptLanguage();
  expect(currentLanguage().code).toBe("de");
  expect(t("outbox.problem.noLine")).toBe("Keine Verbindung.");
  expect(localStorage.getItem("cairn-language")).toMatch(/^de 1a /);
});

it("and in English if the app keeps none", async () => {
  keeps({});
  await speakKeptLanguage();
  expect(currentLanguage()).toBe(english);
});
