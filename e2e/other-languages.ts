import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { requireLanguages } from "../scripts/languages.ts";
import { type CompiledTexts, compileTexts } from "../src/texts/compile-texts.ts";
import { english, languageOf, pseudoLanguage } from "../src/texts/languages.ts";
import { toPseudo } from "../src/texts/pseudo.ts";
import { readMessages } from "../src/texts/texts-of.ts";
import { expect } from "./harness.ts";
import { expectFitsWindow } from "./layout.ts";
import { findClipped } from "./plain-english.ts";

/** By default the longest words of our languages, and the one from right to left. */
const languages = requireLanguages(process.env.LANGUAGES || "de,ar");
const windows = [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
];

/** Translations of texts of the pseudo-language: of whole ones, and of those with values, with `{0}` for the first group. */
type Translations = { whole: Map<string, string>; withValues: { pattern: RegExp; translated: string }[] };

type Token = CompiledTexts[string][number];

const variantsMax = 24;

/** The message for each case of its plurals and selects; values become `{name}`. */
function variantsOf(tokens: readonly Token[]): string[] {
  return tokens.reduce<string[]>(
    (variants, token) => {
      const next = typeof token === "string" ? [token] : variantsOfToken(token);
      return variants.flatMap((start) => next.map((words) => start + words)).slice(0, variantsMax);
    },
    [""],
  );
}

function variantsOfToken(token: Exclude<Token, string>): string[] {
  const [name, , format] = token;
  const cases = Object.values(typeof format === "object" && format !== null ? format : {}).filter(
    (words): words is CompiledTexts[string] => Array.isArray(words),
  );
  if (cases.length === 0) return [`{${name}}`];
  return cases.flatMap(variantsOf).map((words) => words.replaceAll("#", `{${name}}`));
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Each stretch between marks is a text of its own on the screen. */
const stretchesOf = (message: string) => message.split(/<\/?\w+>/).map((words) => words.trim());

function translationsFor(code: string): Translations {
  const source = compileTexts(readMessages(english.code));
  const target = compileTexts(readMessages(code));
  const found: Translations = { whole: new Map(), withValues: [] };
  for (const [key, tokens] of Object.entries(source)) {
    const longest = variantsOf(target[key] ?? []).sort((one, other) => other.length - one.length)[0];
    if (longest) for (const words of variantsOf(tokens)) addStretches(words, longest, found);
  }
  // The more words a pattern has, the surer it is.
  found.withValues.sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  return found;
}

function addStretches(message: string, translation: string, to: Translations): void {
  const theirs = stretchesOf(translation);
  for (const [index, words] of stretchesOf(message).entries()) {
    const translated = theirs[index] ?? "";
    const pieces = words.split(/(\{\w+\})/);
    if (!pieces.some((piece, at) => at % 2 === 0 && /[a-z]{2}/i.test(piece))) continue;
    if (pieces.length === 1) {
      to.whole.set(toPseudo(words), translated);
      continue;
    }
    const names = pieces.filter((_, at) => at % 2 === 1);
    const source = pieces.map((piece, at) => (at % 2 === 1 ? "(.+?)" : escaped(toPseudo(piece)))).join("");
    const numbered = names.reduce((text, name, at) => text.replaceAll(name, `{${at}}`), translated);
    to.withValues.push({
      pattern: new RegExp(`^${source}$`, "s"),
      translated: numbered.replaceAll(/\{[a-z]\w*\}/gi, ""),
    });
  }
}

const known = new Map(languages.map((code) => [code, translationsFor(code)]));

/** Most texts are on several screens, and thousands of patterns take time. */
const found = new Map<string, string | undefined>();

function translate(words: string, code: string): string | undefined {
  const key = `${code} ${words}`;
  if (!found.has(key)) found.set(key, findTranslation(words, known.get(code)));
  return found.get(key);
}

function findTranslation(words: string, translations: Translations | undefined): string | undefined {
  const exact = translations?.whole.get(words);
  if (exact !== undefined) return exact;
  for (const { pattern, translated } of translations?.withValues ?? []) {
    const match = words.match(pattern);
    if (match) return translated.replace(/\{(\d+)\}/g, (_, index: string) => match[Number(index) + 1] ?? "");
  }
  return undefined;
}

const assets = fileURLToPath(new URL("../dist/web/assets", import.meta.url));
const arabicFont = () => readdirSync(assets).find((file) => /^noto-sans-arabic-arabic-400.*\.woff2$/.test(file)) ?? "";

/**
 * Puts the words of other languages in the place of those of the pseudo-language, and measures whether they fit on a
 * desktop and on a small phone. The screen stays in its state, which a change of language would end.
 */
export async function expectOtherLanguagesFit(page: Page): Promise<void> {
  const texts = await page.evaluate(collectTexts);
  const show = (code: string) => {
    const font = code === "ar" ? join("/assets", arabicFont()) : undefined;
    const words = texts.flatMap((text) => [[text, translate(text, code)] as const]);
    return page.evaluate(showWords, { code, direction: languageOf(code).direction, font, words });
  };
  let shown = "";
  for (const [index, size] of windows.entries()) {
    await page.setViewportSize(size);
    // Each window starts with the language that the one before ended with.
    for (const code of index % 2 === 0 ? languages : languages.toReversed()) {
      if (code !== shown) await show(code);
      shown = code;
      const where = `${code} at ${size.width} px`;
      expect(await findClipped(page), `controls that are cut off: ${where}`).toEqual([]);
      expect(await findOverlapping(page), `controls that overlap: ${where}`).toEqual([]);
      await expectFitsWindow(page, where);
    }
  }
  await page.evaluate(showPseudoAgain, pseudoLanguage);
}

type PageWithTexts = { pseudoTexts: Map<Text, { words: string; original: string }> };

/** Runs in the page: its texts in the pseudo-language, each once. They are kept, to be replaced again. */
function collectTexts(): string[] {
  const kept: PageWithTexts["pseudoTexts"] = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const words = node.data.replace(/\s+/g, " ").trim();
    if (/[\u00c0-\u1fff]/.test(words)) kept.set(node, { words, original: node.data });
  }
  (window as unknown as PageWithTexts).pseudoTexts = kept;
  return [...new Set([...kept.values()].map(({ words }) => words))];
}

/** Runs in the page. */
function showPseudoAgain({ code, direction }: { code: string; direction: string }): void {
  const root = document.documentElement;
  root.lang = code;
  root.dir = direction;
  for (const name of ["--font-text", "--font-display"]) root.style.removeProperty(name);
  for (const [node, { original }] of (window as unknown as PageWithTexts).pseudoTexts) node.data = original;
}

type Shown = {
  code: string;
  direction: string;
  font: string | undefined;
  words: (readonly [string, string | undefined])[];
};

/** Runs in the page. */
async function showWords({ code, direction, font, words: translations }: Shown): Promise<void> {
  const root = document.documentElement;
  root.lang = code;
  root.dir = direction;
  if (font) document.fonts.add(await new FontFace("Noto Sans Arabic", `url(${font})`).load());
  for (const name of ["--font-text", "--font-display"]) {
    if (font) root.style.setProperty(name, '"Noto Sans Arabic", sans-serif');
    else root.style.removeProperty(name);
  }
  const translated = new Map(translations);
  const { pseudoTexts } = window as unknown as PageWithTexts;
  for (const [node, { words }] of pseudoTexts) node.data = translated.get(words) ?? words;
}

/** Controls side by side that cover one another, described briefly. */
function findOverlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll("button, a, select, input, summary, h1, h2, h3")].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest(".visually-hidden, .pigeon-overlays, .pigeon-attribution") &&
        !/absolute|fixed|sticky/.test(getComputedStyle(element).position),
    );
    const overlapping: string[] = [];
    for (const element of controls) {
      const next = element.nextElementSibling;
      if (!next || !controls.includes(next)) continue;
      const [one, other] = [element.getBoundingClientRect(), next.getBoundingClientRect()];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const isBlock = getComputedStyle(element).display !== "inline";
      if (isBlock && across > 2 && along > 2) overlapping.push(`${element.textContent} / ${next.textContent}`);
    }
    return overlapping;
  });
}
