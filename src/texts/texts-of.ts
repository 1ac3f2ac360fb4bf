import { chooseLanguage, type LanguageWishes } from "./choose-language.ts";
import { type CompiledTexts, compileTexts } from "./compile-texts.ts";
import { installLanguages, type LanguageProblem, messagesOf, offeredLanguages } from "./installed-languages.ts";
import type { MarkedKey, Translate, ValuesOf } from "./keys.ts";
import { english, type Language, pseudoLanguage } from "./languages.ts";
import { guardMarks, splitMarks, type TextPart } from "./marks.ts";
import { toPseudo } from "./pseudo.ts";
import type { PlainKey, Saying } from "./saying.ts";
import { createTranslator } from "./translator.ts";

/** All texts in one language, for the server: hosted pages, emails and errors. */
export type Texts = {
  language: Language;
  /** What the reader asked for, which can be a language that only a quest's own texts have. */
  wishes?: LanguageWishes;
  /** The page's path and query, for links that choose another language. */
  address?: string;
  t: Translate<PlainKey>;
  say: (saying: Saying) => string;
  /** A text with marks, split into parts; the page renders each mark as an element. */
  parts: <Key extends MarkedKey>(key: Key, ...values: ValuesOf<Key>) => TextPart[];
};

const known = new Map<string, Texts>();

/**
 * Parsed on first use and cached. Missing texts fall back to English.
 * @param isolates as for a translator
 */
export function textsOf(language: Language, isolates = false): Texts {
  const id = `${language.code} ${isolates}`;
  const texts = known.get(id) ?? makeTexts(language, isolates);
  known.set(id, texts);
  return texts;
}

/** Adds the languages of an installation; see `installLanguages`. */
export function addLanguages(folder: string): LanguageProblem[] {
  known.clear();
  compiled.clear();
  return installLanguages(folder);
}

/** The offered language that fits best. */
export const chooseOffered = (wishes: LanguageWishes): Language =>
  chooseLanguage(
    wishes,
    offeredLanguages().map(({ code }) => code),
  );

function makeTexts(language: Language, isolates: boolean): Texts {
  const translator = createTranslator(language, isolates);
  translator.addEnglish(compileTexts(readMessages(english.code)));
  if (language.code !== english.code) {
    for (const area of areasOf(language.code)) translator.add(compiledArea(language.code, area));
  }
  return {
    language,
    t: (key, ...[values]) => translator.translate(key, values),
    say: ({ key, values }) => translator.translate(key, values),
    parts: (key, ...[values]) => splitMarks(translator.translate(key, guardMarks(values ?? {}))),
  };
}

/** The areas that a language has texts of. */
export const areasOf = (code: string) => [...messagesOf(code === pseudoLanguage.code ? english.code : code).keys()];

const compiled = new Map<string, CompiledTexts>();

/** The parsed messages of one area, cached; of an unknown one, none. */
export function compiledArea(code: string, area: string): CompiledTexts {
  const isPseudo = code === pseudoLanguage.code;
  const messages = messagesOf(isPseudo ? english.code : code).get(area);
  if (!messages) return {};
  const id = `${code}/${area}`;
  const texts = compiled.get(id) ?? compileTexts(messages, isPseudo ? toPseudo : undefined);
  compiled.set(id, texts);
  return texts;
}

/** All messages of a language, by key. */
export const readMessages = (code: string): Record<string, string> => Object.assign({}, ...messagesOf(code).values());
