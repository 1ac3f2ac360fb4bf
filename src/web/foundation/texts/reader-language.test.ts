import { afterEach, describe, expect, it, vi } from "vitest";
import { english, languageOf } from "../../../texts/languages.ts";
import { switchLanguage } from "./area-texts.ts";
import { asRead, inItsLanguage, otherLanguage } from "./reader-language.ts";

const quest = {
  quest_name: "Count reeds",
  safety: "Wear boots.",
  language: "en",
  translations: { de: { quest_name: "Schilf zählen" }, "pt-BR": { quest_name: "Contar", safety: "Botas" } },
};
const browserAsksFor = (...codes: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(codes);

afterEach(() => switchLanguage(english, "", {}));

const chosen = (value: string) => vi.spyOn(document, "cookie", "get").mockReturnValue(value);

describe("a quest as its reader sees it", () => {
  it("[ENT-06] is in the chosen language, text by text, otherwise in its own", () => {
    expect(asRead(quest)).toMatchObject({ quest_name: "Count reeds", safety: "Wear boots." });
    chosen("language=de");
    switchLanguage(languageOf("de"), "", {});
    expect(asRead(quest)).toMatchObject({ quest_name: "Schilf zählen", safety: "Wear boots." });
    expect(inItsLanguage(quest)).toEqual({ lang: "de", dir: "auto" });
    expect([otherLanguage(quest), otherLanguage(quest, "safety")]).toEqual([undefined, "en"]);
    expect(asRead(quest).translations).toMatchObject({ en: { quest_name: "Count reeds" } });
  });

  it("[ENT-06] is so at any depth of an answer; an answer without translations stays the same", () => {
    chosen("language=de");
    switchLanguage(languageOf("de"), "", {});
    const records = [{ quest, values: ["Count reeds", null] }];
    expect(asRead(records)).toEqual([{ quest: asRead(quest), values: ["Count reeds", null] }]);
    expect(asRead(records)[0]?.quest.quest_name).toBe("Schilf zählen");
    const plain = [{ quest: { ...quest, translations: {} } }];
    expect(asRead(plain)).toBe(plain);
    expect(asRead(undefined)).toBeUndefined();
  });

  it("[ENT-06] is in a language that Cairn itself doesn't speak, unless the reader chose one", () => {
    browserAsksFor("pt-BR", "en");
    chosen("");
    expect(asRead(quest)).toMatchObject({ quest_name: "Contar" });
    chosen("language=en");
    expect(asRead(quest)).toMatchObject({ quest_name: "Count reeds" });
  });

  it("[ENT-06] is in a language that the browser asks for, before its own", () => {
    browserAsksFor("fr", "pt-PT");
    const spanish = { ...quest, language: "es" };
    expect(asRead(spanish)).toMatchObject({ quest_name: "Contar", safety: "Botas" });
    expect(inItsLanguage(spanish)).toMatchObject({ lang: "pt-BR" });
    expect(otherLanguage(spanish)).toBe("pt-BR");
    const both = { ...spanish, translations: { ...quest.translations, pt: { quest_name: "Contar juncos" } } };
    browserAsksFor("pt");
    expect(asRead(both)).toMatchObject({ quest_name: "Contar juncos", safety: "Botas" });
    browserAsksFor("xx");
    switchLanguage(languageOf("de"), "", {});
    expect(asRead(spanish)).toMatchObject({ quest_name: "Schilf zählen" });
    expect(asRead({ ...spanish, translations: {} })).toMatchObject({ quest_name: "Count reeds" });
  });

  it("[ENT-06] is in the language of a frame's address", () => {
    browserAsksFor("en");
    chosen("");
    vi.stubGlobal("location", { search: "?chart=depth&language=pt-BR" });
    expect(asRead(quest)).toMatchObject({ quest_name: "Contar" });
    vi.unstubAllGlobals();
  });

  it("[ENT-06] has the direction of its language", () => {
    const arabic = { quest_name: "Reed عد القصب", language: "ar" };
    expect(inItsLanguage(arabic)).toEqual({ lang: "ar", dir: "rtl" });
    expect(otherLanguage(arabic)).toBe("ar");
  });

  it("[ENT-06] is English if it is from a server without languages", () => {
    expect(asRead({ quest_name: "Reeds" })).toMatchObject({ quest_name: "Reeds" });
    expect(otherLanguage({ quest_name: "Reeds" })).toBeUndefined();
  });
});
