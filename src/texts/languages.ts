export type Language = {
  /** BCP 47, as in `lang`, in the cookie and in the folder's name. */
  code: string;
  direction: "ltr" | "rtl";
  /** Locale for Intl's dates and numbers. */
  formatLocale: string;
};

/** A language to choose from. */
export type OfferedLanguage = {
  code: string;
  /** In the language itself: `Deutsch`. */
  name: string;
  /** The share of texts that are translated, from 0 to 1. */
  share: number;
  /** Changes with the texts. */
  version: string;
};

/** Scripts from right to left, of languages that have no other: https://www.w3.org/International/questions/qa-scripts */
const rightToLeft = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(-|$)|-(arab|hebr)(-|$)/i;

/** Digits are Western and days Gregorian in all languages, as in coordinates, fields and exports. */
export const languageOf = (code: string): Language => ({
  code,
  direction: rightToLeft.test(code) ? "rtl" : "ltr",
  formatLocale: `${code}-u-ca-gregory-nu-latn`,
});

/** The source language of every text. */
export const english: Language = { code: "en", direction: "ltr", formatLocale: "en" };

/**
 * A test language: English with accents, longer and right to left. It shows hard-coded words and layout that only fits
 * English. Never offered, but setting the cookie to its code selects it. Its dates are Hebrew to make them stand out.
 */
export const pseudoLanguage: Language = { code: "en-XB", direction: "rtl", formatLocale: "he" };

/** The language with this code, which need not be offered. */
export const knownLanguage = (code: string): Language =>
  [english, pseudoLanguage].find((language) => language.code === code) ?? languageOf(code);

export const hasArabicFont = ({ code }: Language): boolean => /^ar(-|$)/.test(code);

export const languageCookie = "language";
