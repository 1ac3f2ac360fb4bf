import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { english, languageCookie, pseudoLanguage } from "../src/texts/languages.ts";
import { toPseudo } from "../src/texts/pseudo.ts";
import { HttpBrowser, type HttpPage } from "./http-browser.ts";

/** A browser with the pseudo-language selected. */
export function pseudoBrowser(): HttpBrowser {
  const browser = new HttpBrowser();
  browser.setCookie(languageCookie, pseudoLanguage.code);
  return browser;
}

/** All visible or spoken text of a page, without secrets and codes, which are in `<code>`, and languages in their own words. */
function wordsOf(page: HttpPage): string {
  const attributes = [...page.markup.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  const markup = page.markup.replaceAll(/<code>[^<]*<\/code>|<nav class="languages".*?<\/nav>/gs, " ");
  const { text } = Object.create(page, { markup: { value: markup } }) as HttpPage;
  return [text, ...attributes].join(" | ");
}

/** English words of three or more letters, ignoring addresses and people's own words. */
export function findPlainWords(text: string, ownWords: readonly string[]): string[] {
  let rest = text.replaceAll(/https?:\S+|\S+@\S+/g, " ");
  for (const words of ownWords) rest = rest.replaceAll(words, " ");
  return rest.match(/[a-z]{3,}/gi) ?? [];
}

/** Names of people, addresses and codes that a translator of a browser would change. */
function findTranslatable(page: HttpPage, people: readonly string[]): string[] {
  const body = page.markup.replace(/^.*<body/s, "<body");
  const left = body
    .replaceAll(/<(\w+)(?=[^>]* translate="no")[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll(/<script.*?<\/script>/gs, " ");
  const codes = left.includes("<code") ? ["<code"] : [];
  const words = left.replaceAll(/<[^>]*>/g, " ").match(/[\w.+-]+@[\w.-]+|\w+/g) ?? [];
  return [...codes, ...words.filter((word) => word.includes("@") || people.includes(word))];
}

/** Checks hosted pages in the pseudo-language and records their texts. */
export class PseudoPages {
  #said = "";

  /** @param people names that translators of browsers must not translate */
  constructor(
    readonly ownWords: readonly string[],
    readonly people: readonly string[] = [],
  ) {}

  /** Expects the whole page in the pseudo-language; returns it. */
  see(page: HttpPage, status = 200): HttpPage {
    const words = wordsOf(page);
    expect(page.status, words).toBe(status);
    expect(page.markup).toContain(`<html lang="${pseudoLanguage.code}" dir="rtl">`);
    expect(findPlainWords(words, this.ownWords), page.url).toEqual([]);
    expect(findTranslatable(page, this.people), page.url).toEqual([]);
    this.#said += `${words}\n`;
    return page;
  }

  /** The keys of an area whose texts were on none of the pages. */
  findUnsaid(area: string): string[] {
    const file = new URL(`../src/texts/${english.code}/${area}.json`, import.meta.url);
    const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const said = this.#said.replaceAll(/\s+/g, " ");
    return Object.keys(messages).filter((key) => !said.includes(toPseudo(longestWords(messages[key] ?? ""))));
  }
}

/** The longest text of a message between values and marks. */
function longestWords(message: string): string {
  const stretches = message.split(/<\/?\w+>|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/).map((words) => words.trim());
  return stretches.reduce((longest, words) => (words.length > longest.length ? words : longest), "");
}
