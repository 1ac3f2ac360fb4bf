import type { Page } from "@playwright/test";
import { expect } from "./harness.ts";
import type { Answers } from "./plain-english.ts";

/** What the API calls names, addresses and codes. Names of quests and stations are words, which may be translated. */
const keysOfNames =
  /^(username|adventurer_id|person|\w+_by|reviewers?|authors?|credit|organization_name|scientific_name|\w*email|sha256|doi|used_by)$/;

/** Names that are on pages without an answer. Words of people may be the same. */
const knownNames = ["Cairn", "alice", "bob", "admin", "tester"];

const unit = "(?:mm|cm|m|km|ha|m²|km²|kg|g|°C|ms|px|kB|MB|GB)";
/** With units, positions to a metre, addresses of email. The pseudo-language has none of these in its own words. */
const figures = new RegExp(String.raw`\d[\d.,]*[\u00a0\u202f ]?${unit}(?![\p{L}\d²])|-?\d+\.\d{5}|\S+@\S+\.\w+`, "u");

/** Runs in the page: texts that a translator changes. Nobody sees what is only spoken, and an option has no elements. */
function translatedTexts(): string[] {
  const found: string[] = [];
  const left = "[translate=no], script, style, noscript, option, textarea, [aria-live].visually-hidden";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (!nodeValue?.trim() || !parentElement || parentElement.closest(left)) continue;
    if (parentElement.checkVisibility({ visibilityProperty: true })) found.push(nodeValue);
  }
  return found;
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Names, codes and figures are texts that translators of browsers leave. */
export async function expectNamesAreLeft(page: Page, answers: Answers): Promise<void> {
  const isTranslated = among(answers);
  // A check that sees nothing proves nothing.
  expect(["bob@example.org", "7.5 km", "38.51834"].filter((text) => !isTranslated(text))).toEqual([]);
  const texts = await page.evaluate(translatedTexts);
  expect(texts.filter(isTranslated), "names, codes and figures that translators would change").toEqual([]);
}

/** Whether a text has one of the names of these answers, or a figure, beside what people wrote. */
function among(answers: Answers): (text: string) => boolean {
  const isName = ({ key }: Answers[number]) => keysOfNames.test(key);
  const words = new Set(answers.filter((each) => !isName(each)).map(({ text }) => text.trim()));
  const all = [...knownNames, ...answers.filter(isName).map(({ text }) => text)];
  const names = [...new Set(all)].filter((name) => name.length > 1 && !words.has(name));
  const lines = [...words].flatMap((text) => [text, ...text.split(/\n+/), ...text.split(/[*[\]\n]+/)]);
  const sentences = [...new Set(lines.map((line) => line.trim()))].filter((line) => /\S\s+\S/.test(line));
  sentences.sort((one, other) => other.length - one.length);
  const named = new RegExp(`(?<![\\p{L}\\d])(?:${names.map(escaped).join("|")})(?![\\p{L}\\d])`, "u");
  return (text) => {
    const rest = sentences.reduce((part, sentence) => part.replaceAll(sentence, " "), text);
    return named.test(rest) || figures.test(rest);
  };
}
