import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { clientConfiguration, serve } from "../../../../test/web-app.tsx";
import { english, languageOf } from "../../../texts/languages.ts";
import { currentLanguage, switchLanguage } from "../../foundation/texts/area-texts.ts";
import { shareLanguage } from "./while-signed-in.ts";

const setCookie = (value: string, age = 60) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other API.
  document.cookie = `language=${value}; max-age=${age}; path=/`;
};
const german = { code: "de", name: "Deutsch", share: 1, version: "2b" };

afterEach(() => {
  setCookie("", 0);
  switchLanguage(english, "", {});
  vi.unstubAllGlobals();
});

/** Texts that the page asked for. */
const fetched: string[] = [];

/** @returns what the account is told */
async function share(language: string | null): Promise<unknown[]> {
  const told: unknown[] = [];
  fetched.length = 0;
  serve({
    "GET /api/adventurers/alice/language": { language },
    "PUT /api/adventurers/alice/language": (_url: URL, init: RequestInit | undefined) => {
      told.push(JSON.parse(String(init?.body)));
      return { language: "de" };
    },
    "GET /api/config": { ...clientConfiguration, languages: [...(clientConfiguration.languages ?? []), german] },
    "GET /api/texts/de": ({ pathname }: URL) => {
      fetched.push(pathname);
      return {};
    },
  });
  await act(() => shareLanguage("alice"));
  return told;
}

it("an account without a language gets that of the page, chosen or not", async () => {
  switchLanguage(languageOf("de"), "2b", {});
  expect(await share(null)).toEqual([{ language: "de" }]);
  setCookie("de");
  expect(await share(null)).toEqual([{ language: "de" }]);
});

it("an account without a language gets English only if it was chosen", async () => {
  expect(await share(null)).toEqual([]);
  setCookie("en");
  expect(await share(null)).toEqual([{ language: "en" }]);
});

it("the account's language is shown on a device without a choice, and only there", async () => {
  setCookie("en");
  expect(await share("de")).toEqual([]);
  expect(currentLanguage()).toBe(english);
  setCookie("", 0);
  expect(await share("tlh")).toEqual([]);
  expect(currentLanguage()).toBe(english);
  expect(await share("de")).toEqual([]);
  expect(currentLanguage().code).toBe("de");
  expect(fetched).toHaveLength(1);
  setCookie("", 0);
  await share("de");
  expect(fetched).toEqual([]);
});
