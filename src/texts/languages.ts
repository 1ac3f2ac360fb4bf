export type Language = {
  /** BCP 47, as in `lang`, in the cookie and in the folder's name. */
  code: string;
  ownName: string;
  direction: "ltr" | "rtl";
  /** Locale for Intl's dates and numbers. */
  formatLocale: string;
};

/** The source language of every text. */
export const english: Language = { code: "en", ownName: "English", direction: "ltr", formatLocale: "en" };

export const offeredLanguages: readonly Language[] = [english];

/**
 * A test language: English with accents, longer and right to left. It shows hard-coded words and layout that only fits
 * English. Never offered, but setting the cookie to its code selects it. Its dates are Hebrew to make them stand out.
 */
export const pseudoLanguage: Language = { code: "en-XB", ownName: "Pseudo", direction: "rtl", formatLocale: "he" };

export const languageCookie = "cairn_language";
