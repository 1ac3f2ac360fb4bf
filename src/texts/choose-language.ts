import { english, type Language, languageCookie, offeredLanguages, pseudoLanguage } from "./languages.ts";

export type LanguageWishes = {
  /** The code in the cookie `cairn_language`: somebody's own choice. */
  chosen?: string | undefined;
  /** OpenID's `ui_locales`: codes with spaces between them, the best first. */
  uiLocales?: string | undefined;
  /** The header `Accept-Language`, or `navigator.languages`. */
  accepted?: string | readonly string[] | undefined;
};

/** The code that somebody has chosen, from a `Cookie` header or `document.cookie`. */
export function chosenIn(cookies: string | undefined): string | undefined {
  return cookies?.match(new RegExp(`(?:^|; *)${languageCookie}=([^;]*)`))?.[1];
}

/** The language to speak: the first of the wishes that is offered, English otherwise. */
export function chooseLanguage(
  { chosen, uiLocales, accepted }: LanguageWishes,
  offered: readonly Language[] = offeredLanguages,
): Language {
  if (chosen === pseudoLanguage.code) return pseudoLanguage;
  const wishes = [chosen, ...(uiLocales ?? "").split(/\s+/), ...codesOf(accepted)];
  for (const wish of wishes) {
    const found = wish ? findOffered(wish, offered) : undefined;
    if (found) return found;
  }
  return english;
}

/** `de-AT` is served by `de-AT`, else by `de`, else by any other German. */
function findOffered(wish: string, offered: readonly Language[]): Language | undefined {
  const code = wish.toLowerCase();
  const primary = code.split("-")[0];
  return (
    offered.find((language) => language.code.toLowerCase() === code) ??
    offered.find((language) => language.code.toLowerCase() === primary) ??
    offered.find((language) => language.code.toLowerCase().split("-")[0] === primary)
  );
}

/** The codes of an `Accept-Language` header, the most wanted first; those with a weight of 0 are not wanted. */
function codesOf(accepted: LanguageWishes["accepted"]): readonly string[] {
  if (typeof accepted !== "string") return accepted ?? [];
  return accepted
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
