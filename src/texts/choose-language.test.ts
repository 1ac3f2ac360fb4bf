import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLanguage, chosenIn } from "./choose-language.ts";
import { english, type Language, offeredLanguages, pseudoLanguage } from "./languages.ts";

const language = (code: string): Language => ({ code, ownName: code, direction: "ltr", formatLocale: code });
const german = language("de");
const swissGerman = language("de-CH");
const brazilian = language("pt-BR");
const offered = [english, german, swissGerman, brazilian];

describe("the language", () => {
  it("is English if no requested language is available", () => {
    expect(chooseLanguage({})).toBe(english);
    expect(chooseLanguage({ chosen: "xx", uiLocales: "fr nl", accepted: "it, *" }, offered)).toBe(english);
  });

  it("comes first from the cookie, then from the sign-in, then from the browser", () => {
    expect(chooseLanguage({ chosen: "de", uiLocales: "pt-BR", accepted: "en" }, offered)).toBe(german);
    expect(chooseLanguage({ uiLocales: "pt-BR", accepted: "de" }, offered)).toBe(brazilian);
    expect(chooseLanguage({ uiLocales: "fr", accepted: "de" }, offered)).toBe(german);
  });

  it("is the closest relative of a requested one", () => {
    expect(chooseLanguage({ accepted: ["de-CH", "en"] }, offered)).toBe(swissGerman);
    expect(chooseLanguage({ accepted: ["de-AT", "en"] }, offered)).toBe(german);
    expect(chooseLanguage({ accepted: ["pt", "en"] }, offered)).toBe(brazilian);
    expect(chooseLanguage({ uiLocales: "PT-br" }, offered)).toBe(brazilian);
  });

  it("respects the weights of Accept-Language", () => {
    expect(chooseLanguage({ accepted: "en;q=0.5, de;q=0.9" }, offered)).toBe(german);
    expect(chooseLanguage({ accepted: "fr, de;q=0, pt-BR;q=0.1" }, offered)).toBe(brazilian);
    expect(chooseLanguage({ accepted: "de;q=abc" }, offered)).toBe(english);
  });

  it("is the pseudo-language only by cookie", () => {
    expect(chooseLanguage({ chosen: "en-XB" })).toBe(pseudoLanguage);
    expect(chooseLanguage({ uiLocales: "en-XB", accepted: "en-XB" })).toBe(english);
    expect(offeredLanguages).not.toContain(pseudoLanguage);
  });

  it("is kept in a cookie", () => {
    expect(chosenIn("a=1; cairn_language=de; b=2")).toBe("de");
    expect(chosenIn("cairn_language=en-XB")).toBe("en-XB");
    expect(chosenIn("my_cairn_language=de")).toBeUndefined();
    expect(chosenIn(undefined)).toBeUndefined();
  });

  it("is always an available one", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (chosen, uiLocales, accepted) => {
        fc.pre(chosen !== pseudoLanguage.code);
        expect(offered).toContain(chooseLanguage({ chosen, uiLocales, accepted }, offered));
      }),
    );
  });
});
