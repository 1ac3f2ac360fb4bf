import { createElement, Fragment, type ReactNode } from "react";
import { chooseLanguage, chosenIn } from "../../texts/choose-language.ts";
import type { CompiledTexts } from "../../texts/compile-texts.ts";
import type { Area, KeyOf, MarkedKey, Messages, Translate, ValuesOf } from "../../texts/keys.ts";
import { english, type Language, languageCookie } from "../../texts/languages.ts";
import { guardMarks, splitMarks } from "../../texts/marks.ts";
import type { Saying } from "../../texts/saying.ts";
import { createTranslator } from "../../texts/translator.ts";
import type { TextMarks } from "../../texts/values.ts";
import { makeSignal } from "../signal.ts";

/** English texts come with the code that uses them, parsed at build time by `scripts/compiled-texts.ts`. */
const englishTexts = new Map<Area, CompiledTexts>();
const languageChange = makeSignal();

/** The service worker has no document. It uses the texts for what it keeps of a failed attempt. */
const page = globalThis.document as Document | undefined;

let language = chooseLanguage({ chosen: chosenIn(page?.cookie ?? ""), accepted: navigator.languages });
let translator = createTranslator(language);
/** Translations that are loading. */
let pending: Promise<unknown> | undefined;
showLanguage();

export type Marks<Key extends MarkedKey> = Record<TextMarks[Key], (words: string) => ReactNode>;

/** The texts of an area and those of the whole app. */
export type AreaTexts<Of extends Area> = {
  /** Call it while rendering, not while loading a module: the language may still change. */
  t: Translate<Exclude<KeyOf<Of | "app">, MarkedKey>>;
  /** For a saying of this area. */
  say: (saying: Saying) => string;
  /** For a text with marks: `marks.link` renders the words in `<link>…</link>`. */
  rich: <Key extends KeyOf<Of | "app"> & MarkedKey>(
    key: Key,
    marks: Marks<Key>,
    ...values: ValuesOf<Key>
  ) => ReactNode[];
};

/** Registers the English texts of an area and loads their translation if needed. */
export function areaTexts<Of extends Area>(area: Of, messages: Messages<Of>): AreaTexts<Of> {
  // The build has replaced the strings in the JSON files.
  const texts = messages as CompiledTexts;
  englishTexts.set(area, texts);
  translator.add(texts);
  if (language !== english) wait(addTranslation(translator, language, area));
  return {
    t: (key, ...[values]) => translator.translate(key, values),
    say: ({ key, values }) => translator.translate(key, values),
    rich: (key, marks, ...[values]) =>
      splitMarks(translator.translate(key, guardMarks(values ?? {}))).map((part, index) => {
        const words = typeof part === "string" ? part : marks[part.mark as TextMarks[typeof key]]?.(part.words);
        return createElement(Fragment, { key: index }, words);
      }),
  };
}

export const currentLanguage = (): Language => language;

/** Keeps the order of figures with signs and units in right-to-left text. */
export function leftToRight(figures: string): string {
  return language.direction === "rtl" ? `\u2066${figures}\u2069` : figures;
}

/** Locale for Intl: the language in the reader's region, if the browser reports one. */
export function formatLocale(): string {
  return navigator.languages.find((code) => code.split("-")[0] === language.code) ?? language.formatLocale;
}

export const onLanguageChange = languageChange.listen;

/** Undefined if all registered texts are loaded, which is always so in English. */
export const pendingTexts = (): Promise<unknown> | undefined => pending;

/** Stores the choice and switches the app once the texts are loaded. */
export async function changeLanguage(next: Language): Promise<void> {
  const isEncrypted = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other API.
  document.cookie = `${languageCookie}=${next.code}; path=/; max-age=31536000; samesite=lax${isEncrypted ? "; secure" : ""}`;
  const made = createTranslator(next);
  for (const texts of englishTexts.values()) made.add(texts);
  if (next !== english) await Promise.all([...englishTexts.keys()].map((area) => addTranslation(made, next, area)));
  language = next;
  translator = made;
  showLanguage();
  languageChange.emit();
}

async function addTranslation(to: typeof translator, of: Language, area: Area): Promise<void> {
  try {
    const { loadTranslation } = await import("./load-translation.ts");
    to.add(await loadTranslation(of, area));
  } catch (error) {
    // English stays.
    console.error(error);
  }
}

function wait(work: Promise<void>): void {
  const all = Promise.all([pending, work]).then(() => {
    if (pending === all) pending = undefined;
  });
  pending = all;
}

function showLanguage(): void {
  if (!page) return;
  page.documentElement.lang = language.code;
  page.documentElement.dir = language.direction;
}
