import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLanguage, chosenIn } from "./choose-language.ts";
import { english, languageOf, pseudoLanguage } from "./languages.ts";

const offered = ["en", "de", "de-CH", "pt-BR"];
const german = languageOf("de");
const swissGerman = languageOf("de-CH");
const brazilian = languageOf("pt-BR");

describe("the language", () => {
  it("is English if no requested language is available", () => {
    expect(chooseLanguage({}, offered)).toEqual(english);
    expect(chooseLanguage({ chosen: "xx", uiLocales: "fr nl", accepted: "it, *" }, offered)).toEqual(english);
  });

  it("comes first from the cookie, then from the sign-in, then from the browser", () => {
    expect(chooseLanguage({ chosen: "de", uiLocales: "pt-BR", accepted: "en" }, offered)).toEqual(german);
    expect(chooseLanguage({ uiLocales: "pt-BR", accepted: "de" }, offered)).toEqual(brazilian);
    expect(chooseLanguage({ uiLocales: "fr", accepted: "de" }, offered)).toEqual(german);
  });

  it("is the closest relative of a requested one", () => {
    expect(chooseLanguage({ accepted: "de-CH, en" }, offered)).toEqual(swissGerman);
    expect(chooseLanguage({ accepted: "de-AT, en" }, offered)).toEqual(german);
    expect(chooseLanguage({ accepted: "pt, en" }, offered)).toEqual(brazilian);
    expect(chooseLanguage({ uiLocales: "PT-br" }, offered)).toEqual(brazilian);
  });

  it("respects the weights of Accept-Language", () => {
    expect(chooseLanguage({ accepted: "en;q=0.5, de;q=0.9" }, offered)).toEqual(german);
    expect(chooseLanguage({ accepted: "fr, de;q=0, pt-BR;q=0.1" }, offered)).toEqual(brazilian);
    expect(chooseLanguage({ accepted: "de;q=abc" }, offered)).toEqual(english);
  });

  it("is read from the beginning of a header that is far too long", () => {
    const long = `de, ${"xx;q=0.1, ".repeat(1_000)}`;
    expect(chooseLanguage({ accepted: long }, offered)).toEqual(german);
    expect(chooseLanguage({ accepted: `${" ".repeat(10_000)}de` }, offered)).toEqual(english);
  });

  it("is the pseudo-language only by cookie", () => {
    expect(chooseLanguage({ chosen: "en-XB" }, offered)).toBe(pseudoLanguage);
    expect(chooseLanguage({ uiLocales: "en-XB", accepted: "en-XB" }, offered)).toEqual(english);
  });

  it("is kept in a cookie", () => {
    expect(chosenIn("a=1; language=de; b=2")).toBe("de");
    expect(chosenIn("language=en-XB")).toBe("en-XB");
    expect(chosenIn("my_language=de")).toBeUndefined();
    expect(chosenIn(undefined)).toBeUndefined();
  });

  it("is always an available one", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (chosen, uiLocales, accepted) => {
        fc.pre(chosen !== pseudoLanguage.code);
        expect(offered).toContain(chooseLanguage({ chosen, uiLocales, accepted }, offered).code);
      }),
    );
  });
});
