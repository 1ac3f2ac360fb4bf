import { createElement, Fragment, type ReactNode } from "react";
import type { TextMarks } from "../../../../generated/texts/values.ts";
import { chosenIn } from "../../../texts/choose-language.ts";
import type { CompiledTexts } from "../../../texts/compile-texts.ts";
import type { Area, KeyOf, MarkedKey, Messages, Translate, ValuesOf } from "../../../texts/keys.ts";
import { english, hasArabicFont, knownLanguage, type Language, languageOf } from "../../../texts/languages.ts";
import { guardMarks, splitMarks } from "../../../texts/marks.ts";
import type { Saying } from "../../../texts/saying.ts";
import { createTranslator } from "../../../texts/translator.ts";
import { apiBase } from "../api-base.ts";
import { makeEmitter } from "../events/emitter.ts";
import { inElements } from "../jsx/texts-in-elements.ts";

/** English texts come with the code that uses them, parsed at build time by `scripts/compiled-texts.ts`. */
const englishTexts = new Map<Area, CompiledTexts>();
const languageChange = makeEmitter();
const languageKey = "cairn-language";

/** The service worker has no document. It uses the texts for what it keeps of a failed attempt. */
const root = globalThis.document?.documentElement as HTMLElement | undefined;

let { language, version } = startingLanguage();
let translator = createTranslator(language, true);
/** Translations that are loading. */
let pending: Promise<unknown> | undefined;
showLanguage();

export type Marks<Key extends MarkedKey> = Record<TextMarks[Key], (words: string) => ReactNode>;

/** The texts of an area and those of the whole app. */
export type AreaTexts<Of extends Area> = {
  /** Call it while rendering, not while loading a module: the language may still change. */
  t: Translate<Exclude<KeyOf<Of | "app">, MarkedKey>>;
  /** Says a saying of this area. */
  say: (saying: Saying) => string;
  /** Renders a text with marks: `marks.link` gets the words in `<link>…</link>`. */
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
  translator.addEnglish(texts);
  if (language.code !== english.code) wait(addTranslation(translator, area));
  return {
    t: (key, ...[values]) => translator.translate(key, values),
    say: ({ key, values }) => translator.translate(key, values),
    rich: (key, marks, ...[values]) =>
      splitMarks(translator.translate(key, guardMarks(values ?? {}))).map((part, index) => {
        const words = typeof part === "string" ? part : marks[part.mark as TextMarks[typeof key]]?.(part.words);
        return createElement(Fragment, { key: index }, inElements(Fragment, { children: words }).children);
      }),
  };
}

export const currentLanguage = (): Language => language;

/** Keeps figures with their signs and units together in right-to-left text: from the left, unless the unit is Arabic. */
export function inOrder(figures: string): string {
  return language.direction === "rtl" ? `\u2068${figures}\u2069` : figures;
}

/** Marks figures with units, and positions, which `jsx` draws in an element that translators leave. */
export const asFigures = (figures: string): string => `\u2060${inOrder(figures)}\u2060`;

/** Locale for Intl: the language in the reader's region, if the browser reports one. */
export function formatLocale(): string {
  const regional = navigator.languages.find((code) => code.split("-")[0] === language.code);
  return regional ? languageOf(regional).formatLocale : language.formatLocale;
}

export const onLanguageChange = languageChange.listen;

/** Undefined if all registered texts are loaded, which is always so in English. */
export const pendingTexts = (): Promise<unknown> | undefined => pending;

/**
 * Switches the app.
 * @param texts of all areas; missing ones stay English
 */
export function switchLanguage(next: Language, nextVersion: string, texts: Record<string, CompiledTexts>): void {
  const made = createTranslator(next, true);
  for (const each of englishTexts.values()) made.addEnglish(each);
  for (const each of Object.values(texts)) made.add(each);
  language = next;
  version = nextVersion;
  translator = made;
  showLanguage();
  rememberLanguage(next.code, nextVersion);
  languageChange.emit();
}

/** Keeps the language for a start without the server, whose pages say theirs. */
export function rememberLanguage(code: string, itsVersion: string): void {
  try {
    localStorage.setItem(languageKey, [code, itsVersion, chosenIn(document.cookie)].join(" "));
  } catch {
    // Without storage, the cookie has the choice.
  }
}

/**
 * The language that the server's page says, or else the last one here, unless another was chosen on a hosted page
 * meanwhile.
 */
function startingLanguage(): { language: Language; version: string } {
  if (!root) return { language: english, version: "" };
  const { texts } = root.dataset;
  if (texts !== undefined) {
    rememberLanguage(root.lang, texts);
    return { language: knownLanguage(root.lang), version: texts };
  }
  let last: string | null = null;
  try {
    last = localStorage.getItem(languageKey);
  } catch {
    // Blocked by the browser.
  }
  const [lastCode = english.code, lastVersion = "", lastChosen = ""] = last?.split(" ") ?? [];
  const chosen = chosenIn(document.cookie) ?? "";
  // Another site of this host may have a cookie of this name.
  if (chosen === lastChosen || !/^[a-z]{2,3}(-\w+)*$/i.test(chosen)) {
    return { language: knownLanguage(lastCode), version: lastVersion };
  }
  return { language: knownLanguage(chosen), version: chosen === lastCode ? lastVersion : "" };
}

async function addTranslation(to: typeof translator, area: Area): Promise<void> {
  try {
    const answer = await fetch(textsAddress(language.code, version, area));
    if (!answer.ok) throw new Error(`The texts of ${area} are missing: ${answer.status}`);
    to.add((await answer.json()) as CompiledTexts);
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
  if (!root) return;
  root.lang = language.code;
  root.dir = language.direction;
  if (hasArabicFont(language)) void import("./arabic-font.ts");
}

/** Has the texts of the chosen language; the service worker answers from it. */
export const textCache = "cairn-texts";

/** The texts of one area, or of all. */
export const textsAddress = (code: string, version: string, area?: string): string =>
  `${apiBase}/texts/${code}${area ? `/${area}` : ""}${version && `?version=${version}`}`;
