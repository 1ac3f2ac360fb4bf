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

/** English texts that have a translation: whole ones, and those with values as patterns, which take longer to compare. */
function englishTexts(code: string): { whole: string[]; patterns: string[] } {
  const translated = readMessages(code);
  const whole: string[] = [];
  const patterns: string[] = [];
  for (const [key, message] of Object.entries(source)) {
    if (translated[key] === message || /plural|select/.test(message)) continue;
    for (const words of message.split(/<\/?\w+>/)) {
      // Patterns with many values are slow, and fit almost anything.
      if (letters(words) <= 3 || /(\{.*){3}/.test(words)) continue;
      if (/\{[^{}]*\}/.test(words)) patterns.push(`^${escaped(words.trim()).replaceAll(/\\\{[^{}]*\\\}/g, ".+")}$`);
      else whole.push(words.replaceAll(/\s+/g, " ").trim());
    }
  }
  return { whole, patterns };
}

/** What the page shows or says in English, but for people's own words. */
export async function expectNoEnglish(page: Page, code: string, answers: ReadonlySet<string>): Promise<void> {
  const english = englishTexts(code);
  const find = () =>
    page.evaluate(
      ({ whole, patterns, own }) => {
        const known = new Set(whole);
        const compiled = patterns.map((pattern) => new RegExp(pattern));
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
          .filter((text) => !own.includes(text.toLowerCase()))
          .filter((text) => known.has(text) || compiled.some((each) => each.test(text)));
      },
      { ...english, own: [...answers] },
    );
  await expect.poll(find, { message: `English words on a page in ${code}` }).toEqual([]);
}
