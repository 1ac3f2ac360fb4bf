/** XLSForm's language names: `English (en)`, a name and its tag in parentheses. */

/** ISO 639, optionally with a script or region. */
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** `pt-BR` → `Brazilian Portuguese (pt-BR)`. */
export function languageName(language: string): string {
  let name: string | undefined;
  try {
    name = englishNames().of(language);
  } catch {
    // some valid tags are unknown to Intl
  }
  return `${(name ?? language).replace(/[()]/g, "")} (${language})`;
}

/** The tag for `English (en)`, `en` or `Deutsch`; undefined for unknown names. */
export function findLanguage(name: string): string | undefined {
  const inParentheses = /\(([^()]*)\)\s*$/.exec(name)?.[1]?.trim();
  if (inParentheses !== undefined) return asTag(inParentheses);
  return asTag(name.trim()) ?? tagsByName().get(name.trim().toLowerCase());
}

/**
 * A tag for a language without a code: `mis`, its name as variants of five to eight letters. Undefined for a name without
 * letters from A to Z.
 */
export function uncodedLanguage(name: string): string | undefined {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .slice(0, 24);
  if (letters === "") return undefined;
  const parts = letters.match(/.{1,8}/g) ?? [];
  return ["mis", ...parts.map((part) => part.padEnd(5, "x"))].join("-");
}

/** `EN_us` → `en-us`: lowercases the language and keeps the rest. */
function asTag(text: string): string | undefined {
  const [language = "", ...rest] = text.split(/[-_]/);
  const written = [language.toLowerCase(), ...rest].join("-");
  return tag.test(written) ? written : undefined;
}

let names: Intl.DisplayNames | undefined;
const englishNames = () => (names ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" }));

let known: Map<string, string> | undefined;

/** Two-letter languages by their English and native names. */
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
