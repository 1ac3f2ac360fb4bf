/** How XLSForm names languages: `English (en)`, a name and its tag in parentheses. */

/** ISO 639, with a script or a region where that matters. */
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** `pt-BR` → `Brazilian Portuguese (pt-BR)`. */
export function languageName(language: string): string {
  let name: string | undefined;
  try {
    name = englishNames().of(language);
  } catch {
    // not every tag that we take has a form that a language can have
  }
  return `${(name ?? language).replace(/[()]/g, "")} (${language})`;
}

/** `English (en)`, `en`, `Deutsch` → its tag; undefined for a name that we do not know. */
export function findLanguage(name: string): string | undefined {
  const inParentheses = /\(([^()]*)\)\s*$/.exec(name)?.[1]?.trim();
  if (inParentheses !== undefined) return asTag(inParentheses);
  return asTag(name.trim()) ?? tagsByName().get(name.trim().toLowerCase());
}

/** `EN_us` → `en-us`: the language in small letters, the rest as it was. */
function asTag(text: string): string | undefined {
  const [language = "", ...rest] = text.split(/[-_]/);
  const written = [language.toLowerCase(), ...rest].join("-");
  return tag.test(written) ? written : undefined;
}

let names: Intl.DisplayNames | undefined;
const englishNames = () => (names ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" }));

let known: Map<string, string> | undefined;

/** Languages of two letters by their names in English and in themselves. */
function tagsByName(): Map<string, string> {
  if (known) return known;
  known = new Map();
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const inEnglish = englishNames().of(code);
    if (inEnglish === undefined) continue;
    const inItself = new Intl.DisplayNames(code, { type: "language" }).of(code);
    for (const name of [inItself, inEnglish]) if (name) known.set(name.toLowerCase(), code);
  }
  return known;
}
