import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { type CompiledTexts, compileTexts } from "../src/texts/compile-texts.ts";
import { english, languageOf } from "../src/texts/languages.ts";
import { toPseudo } from "../src/texts/pseudo.ts";
import { readMessages } from "../src/texts/texts-of.ts";
import { expect } from "./harness.ts";
import { findClipped } from "./plain-english.ts";

/** The longest words of our languages, and the one from right to left. */
const languages = ["de", "ar"];
const windows = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

/** A text of the pseudo-language as a pattern, and its translation with `{0}` for the pattern's first group. */
type Replacement = { pattern: string; translated: string };

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

function replacementsFor(code: string): Replacement[] {
  const source = compileTexts(readMessages(english.code));
  const target = compileTexts(readMessages(code));
  const found = Object.entries(source).flatMap(([key, tokens]) => {
    const longest = variantsOf(target[key] ?? []).sort((one, other) => other.length - one.length)[0];
    return longest ? variantsOf(tokens).flatMap((words) => pairsOf(words, longest)) : [];
  });
  // The more words a pattern has, the surer it is.
  return found.sort((one, other) => other.pattern.length - one.pattern.length);
}

function pairsOf(message: string, translation: string): Replacement[] {
  const theirs = stretchesOf(translation);
  return stretchesOf(message).flatMap((words, index) => {
    if (!/[a-z]{2}/i.test(words.replaceAll(/\{\w+\}/g, ""))) return [];
    const names: string[] = [];
    const pattern = words
      .split(/(\{\w+\})/)
      .map((piece, at) => {
        if (at % 2 === 0) return escaped(toPseudo(piece));
        names.push(piece);
        return "(.+?)";
      })
      .join("");
    const translated = names.reduce((text, name, at) => text.replaceAll(name, `{${at}}`), theirs[index] ?? "");
    return [{ pattern: `^${pattern}$`, translated: translated.replaceAll(/\{[a-z]\w*\}/gi, "") }];
  });
}

const known = new Map(languages.map((code) => [code, replacementsFor(code)]));

const assets = fileURLToPath(new URL("../dist/web/assets", import.meta.url));
const arabicFont = () => readdirSync(assets).find((file) => /^noto-sans-arabic-arabic-400.*\.woff2$/.test(file)) ?? "";

/**
 * Puts the words of other languages in the place of those of the pseudo-language, and measures whether they fit on a
 * small phone and on a desktop. The screen stays in its state, which a change of language would end.
 */
export async function expectOtherLanguagesFit(page: Page): Promise<void> {
  for (const code of languages) {
    const { direction } = languageOf(code);
    const font = code === "ar" ? join("/assets", arabicFont()) : undefined;
    await page.evaluate(showWords, { code, direction, font, replacements: known.get(code) ?? [] });
    for (const size of windows) {
      await page.setViewportSize(size);
      const where = `${code} at ${size.width} px`;
      expect(await findClipped(page), `controls that are cut off: ${where}`).toEqual([]);
      expect(await findOverlapping(page), `controls that overlap: ${where}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `sideways scrolling: ${where}`).toBeLessThanOrEqual(0);
    }
  }
}

type Shown = { code: string; direction: string; font: string | undefined; replacements: Replacement[] };

/** Runs in the page. */
async function showWords({ code, direction, font, replacements }: Shown): Promise<void> {
  const root = document.documentElement;
  root.lang = code;
  root.dir = direction;
  if (font) {
    document.fonts.add(await new FontFace("Noto Sans Arabic", `url(${font})`).load());
    for (const name of ["--font-text", "--font-display"])
      root.style.setProperty(name, '"Noto Sans Arabic", sans-serif');
  }
  const compiled = replacements.map(({ pattern, translated }) => [new RegExp(pattern, "s"), translated] as const);
  const store = window as unknown as { originals?: Map<Text, string> };
  store.originals ??= new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const original = store.originals.get(node) ?? node.data;
    const words = original.replace(/\s+/g, " ").trim();
    if (!/[\u00c0-\u1fff]/.test(words)) continue;
    store.originals.set(node, original);
    for (const [pattern, translated] of compiled) {
      const match = words.match(pattern);
      if (!match) continue;
      node.data = translated.replace(/\{(\d+)\}/g, (_, index: string) => match[Number(index) + 1] ?? "");
      break;
    }
  }
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
