import { afterEach, expect, it, vi } from "vitest";

const root = document.documentElement;
const setCookie = (value: string, age = 60) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other API.
  document.cookie = `language=${value}; max-age=${age}; path=/`;
};

afterEach(() => {
  setCookie("", 0);
  localStorage.clear();
  delete root.dataset.texts;
  root.lang = "en";
  root.dir = "ltr";
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** The language of an app that starts now, and the address of the texts that it asks for. */
async function start(): Promise<[string, string | undefined]> {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({});
  });
  vi.resetModules();
  const { areaTexts, currentLanguage } = await import("./area-texts.ts");
  areaTexts("languages", {} as Parameters<typeof areaTexts<"languages">>[1]);
  return [currentLanguage().code, asked[0]];
}

it("an app starts in the language of the server's page, and remembers it", async () => {
  Object.assign(root, { lang: "de", dir: "ltr" });
  root.dataset.texts = "1a";
  setCookie("xx");
  expect(await start()).toEqual(["de", "/api/texts/de/languages?version=1a"]);
  delete root.dataset.texts;
  expect(await start()).toEqual(["de", "/api/texts/de/languages?version=1a"]);
});

it("without the server's page, it starts in the language that was chosen last, here or on a hosted page", async () => {
  expect(await start()).toEqual(["en", undefined]);
  localStorage.setItem("cairn-language", "de 1a de");
  setCookie("de");
  expect(await start()).toEqual(["de", "/api/texts/de/languages?version=1a"]);
  setCookie("ar");
  expect(await start()).toEqual(["ar", "/api/texts/ar/languages"]);
  expect(root.dir).toBe("rtl");
});

it.each(["de_DE.UTF-8", "%00", "-", "x"])(
  "the cookie %s of another site of this host is no language",
  async (cookie) => {
    localStorage.setItem("cairn-language", "de 1a de");
    setCookie(cookie);
    expect(await start()).toEqual(["de", "/api/texts/de/languages?version=1a"]);
  },
);

it("names of the other direction keep apart from the first sentence on", async () => {
  vi.resetModules();
  const { t } = await import("../../../../generated/web-texts/app.ts");
  expect(t("app.document.title", { page: "شجرة (3)" })).toBe("\u2068شجرة (3)\u2069 · Cairn");
});
