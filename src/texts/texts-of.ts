import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LanguageWishes } from "./choose-language.ts";
import { compileTexts } from "./compile-texts.ts";
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
  t: Translate<PlainKey>;
  say: (saying: Saying) => string;
  /** A text with marks, split into parts; the page renders each mark as an element. */
  parts: <Key extends MarkedKey>(key: Key, ...values: ValuesOf<Key>) => TextPart[];
};

/** Works both from `src/texts/` and from the bundle in `dist/server/`, which has a copy in `dist/texts/`. */
const directory = fileURLToPath(new URL("../texts/", import.meta.url));

const known = new Map<string, Texts>();

/** Parsed on first use and cached. Missing texts fall back to English. */
export function textsOf(language: Language): Texts {
  const texts = known.get(language.code) ?? makeTexts(language);
  known.set(language.code, texts);
  return texts;
}

function makeTexts(language: Language): Texts {
  const translator = createTranslator(language);
  const isPseudo = language.code === pseudoLanguage.code;
  translator.add(compileTexts(readMessages(english.code), isPseudo ? toPseudo : undefined));
  if (!isPseudo && language.code !== english.code) translator.add(compileTexts(readMessages(language.code)));
  return {
    language,
    t: (key, ...[values]) => translator.translate(key, values),
    say: ({ key, values }) => translator.translate(key, values),
    parts: (key, ...[values]) => splitMarks(translator.translate(key, guardMarks(values ?? {}))),
  };
}

/** All messages of a language, by key. */
export function readMessages(code: string): Record<string, string> {
  const folder = join(directory, code);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8"))));
}
