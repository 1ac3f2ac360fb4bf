import { createElement, Fragment, type ReactNode } from "react";
import { chooseLanguage, chosenIn } from "../../texts/choose-language.ts";
import type { CompiledTexts } from "../../texts/compile-texts.ts";
import type { Area, KeyOf, MarkedKey, Translate, ValuesOf } from "../../texts/keys.ts";
import { english, type Language, languageCookie } from "../../texts/languages.ts";
import { guardMarks, splitMarks } from "../../texts/marks.ts";
import type { Saying } from "../../texts/saying.ts";
import { createTranslator } from "../../texts/translator.ts";
import type { TextMarks } from "../../texts/values.ts";

/** English, as it came with the code that uses it. The build has parsed it: see `scripts/compiled-texts.ts`. */
const englishTexts = new Map<Area, CompiledTexts>();
const listeners = new Set<() => void>();

let language = chooseLanguage({ chosen: chosenIn(document.cookie), accepted: navigator.languages });
let translator = createTranslator(language);
/** Texts of another language than English that are on their way. */
let pending: Promise<unknown> | undefined;
showLanguage();

export type Marks<Key extends MarkedKey> = Record<TextMarks[Key], (words: string) => ReactNode>;

/** The texts of an area and those of the whole app, which every screen has. */
export type AreaTexts<Of extends Area> = {
  /** To be called while rendering, never when a module is loaded: by then the language is not known. */
  t: Translate<Exclude<KeyOf<Of | "app">, MarkedKey>>;
  /** A text that was decided on elsewhere; its area must be this one. */
  say: (saying: Saying) => string;
  /** A text with marks: `<link>…</link>` in it becomes what `marks.link` makes of the words between. */
  rich: <Key extends KeyOf<Of | "app"> & MarkedKey>(
    key: Key,
    marks: Marks<Key>,
    ...values: ValuesOf<Key>
  ) => ReactNode[];
};

/** Registers the English texts of an area; in another language its file is fetched as well. */
export function areaTexts<Of extends Area>(area: Of, messages: Record<KeyOf<Of>, string>): AreaTexts<Of> {
  const texts = messages as unknown as CompiledTexts;
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

/** Figures with signs and units, which stay in their order whichever way the words around them run. */
export function leftToRight(figures: string): string {
  return language.direction === "rtl" ? `\u2066${figures}\u2069` : figures;
}

/** For Intl: the language, as the reader's region writes it where the browser names one. */
export function formatLocale(): string {
  return navigator.languages.find((code) => code.split("-")[0] === language.code) ?? language.formatLocale;
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined when all texts that were asked for are there, which in English they always are. */
export const pendingTexts = (): Promise<unknown> | undefined => pending;

/** Keeps the choice and shows the app in it, once its texts are there. */
export async function changeLanguage(next: Language): Promise<void> {
  const isEncrypted = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox know no other way.
  document.cookie = `${languageCookie}=${next.code}; path=/; max-age=31536000; samesite=lax${isEncrypted ? "; secure" : ""}`;
  const made = createTranslator(next);
  for (const texts of englishTexts.values()) made.add(texts);
  if (next !== english) await Promise.all([...englishTexts.keys()].map((area) => addTranslation(made, next, area)));
  language = next;
  translator = made;
  showLanguage();
  for (const listener of listeners) listener();
}

async function addTranslation(to: typeof translator, of: Language, area: Area): Promise<void> {
  try {
    const { loadTranslation } = await import("./load-translation.ts");
    to.add(await loadTranslation(of, area));
  } catch (error) {
    // English remains.
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
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
}
