import { expect, type Page } from "@playwright/test";
import { english, languageOf } from "../src/texts/languages.ts";
import { readMessages, textsOf } from "../src/texts/texts-of.ts";

const source = readMessages(english.code);
const letters = (words: string) => words.replaceAll(/\{[^{}]*\}|<\/?\w+>/g, "").match(/[a-z]/gi)?.length ?? 0;
/** Spaces of all widths are alike. */
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+");

/** Words of our texts in a language, by the English ones. Where several texts say the same in English, all of theirs. */
export function saidIn(code: string): (words: string) => RegExp {
  const translated = readMessages(code);
  return (words) => {
    const found = Object.keys(source).flatMap((key) => (source[key] === words ? [translated[key] ?? words] : []));
    if (found.length === 0) throw new Error(`No text is “${words}”.`);
    return new RegExp(`^\\s*(${[...new Set(found)].map(escaped).join("|")})\\s*$`);
  };
}

export const textsIn = (code: string) => textsOf(languageOf(code));

/** English texts that have a translation, as patterns. */
function englishPatterns(code: string): string[] {
  const translated = readMessages(code);
  return Object.entries(source).flatMap(([key, message]) => {
    if (translated[key] === message || /plural|select/.test(message)) return [];
    return (
      message
        .split(/<\/?\w+>/)
        // Patterns with many values are slow, and fit almost anything.
        .filter((words) => letters(words) > 3 && !/(\{.*){3}/.test(words))
        .map((words) => `^${escaped(words.trim()).replaceAll(/\\\{[^{}]*\\\}/g, ".+")}$`)
    );
  });
}

/** What the page shows or says in English, but for people's own words. */
export async function expectNoEnglish(page: Page, code: string, answers: ReadonlySet<string>): Promise<void> {
  const patterns = englishPatterns(code);
  const find = () =>
    page.evaluate(
      ({ sources, own }) => {
        const compiled = sources.map((pattern) => new RegExp(pattern));
        const texts = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.parentElement?.closest("script, style, noscript, code, [lang=en]"))
            texts.push(node.nodeValue ?? "");
        }
        for (const name of ["aria-label", "placeholder", "title", "alt"]) {
          for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? "");
        }
        const said = new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()));
        // Ours are short; long texts are people's, and patterns are slow with them.
        return [...said]
          .filter((text) => text !== "" && text.length < 160)
          .filter((text) => !own.includes(text.toLowerCase()) && compiled.some((each) => each.test(text)));
      },
      { sources: patterns, own: [...answers] },
    );
  await expect.poll(find, { message: `English words on a page in ${code}` }).toEqual([]);
}
