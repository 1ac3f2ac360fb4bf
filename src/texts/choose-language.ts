import { english, knownLanguage, type Language, languageCookie, pseudoLanguage } from "./languages.ts";

export type LanguageWishes = {
  /** Code from the cookie `language`: the person's own choice. */
  chosen?: string | undefined;
  /** OpenID's `ui_locales`: space-separated codes, best first. */
  uiLocales?: string | undefined;
  /** The header `Accept-Language`. */
  accepted?: string | undefined;
};

/** Longer headers are cut: browsers send far fewer than 100 codes. */
const wishCharactersMax = 1_000;

/** The chosen code, from a `Cookie` header or `document.cookie`. */
export function chosenIn(cookies: string | undefined): string | undefined {
  return cookies?.match(new RegExp(`(?:^|; *)${languageCookie}=([^;]*)`))?.[1];
}

/** Picks the first requested language that is offered, otherwise English. */
export function chooseLanguage({ chosen, uiLocales, accepted }: LanguageWishes, offered: readonly string[]): Language {
  if (chosen === pseudoLanguage.code) return pseudoLanguage;
  const wishes = [chosen, ...(uiLocales ?? "").slice(0, wishCharactersMax).split(/\s+/), ...codesOf(accepted)];
  for (const wish of wishes) {
    const found = wish ? findOffered(wish, offered) : undefined;
    if (found) return knownLanguage(found);
  }
  return english;
}

/** `de-AT` matches `de-AT`, then `de`, then any other German. */
function findOffered(wish: string, offered: readonly string[]): string | undefined {
  const code = wish.toLowerCase();
  const primary = code.split("-")[0];
  return (
    offered.find((each) => each.toLowerCase() === code) ??
    offered.find((each) => each.toLowerCase() === primary) ??
    offered.find((each) => each.toLowerCase().split("-")[0] === primary)
  );
}

/** The codes of an `Accept-Language` header, most wanted first, without those of weight 0. */
function codesOf(accepted = ""): readonly string[] {
  return accepted
    .slice(0, wishCharactersMax)
    .split(",")
    .map((entry) => {
      const [code = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { code, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ code, weight }) => code !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code);
}
