export type Language = {
  /** BCP 47, as it stands in `lang`, in the cookie and in the name of the folder with its texts. */
  code: string;
  /** What the language calls itself. */
  ownName: string;
  direction: "ltr" | "rtl";
  /** The language that Intl writes dates and numbers in. */
  formatLocale: string;
};

/** The language that every text is written in first. */
export const english: Language = { code: "en", ownName: "English", direction: "ltr", formatLocale: "en" };

/** What people can choose from. */
export const offeredLanguages: readonly Language[] = [english];

/**
 * English made strange: longer, accented, right to left. It shows which words are not in the texts and which layout only
 * fits English. Never offered; whoever sets the cookie to its code gets it. Its dates are Hebrew, so that those stand out too.
 */
export const pseudoLanguage: Language = { code: "en-XB", ownName: "Pseudo", direction: "rtl", formatLocale: "he" };

/** The name of the cookie that keeps the language a person has chosen. */
export const languageCookie = "cairn_language";
