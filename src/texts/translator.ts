import { setupI18n } from "@lingui/core";
import type { CompiledTexts } from "./compile-texts.ts";
import { isolate } from "./isolate.ts";
import { english, type Language } from "./languages.ts";

/**
 * Literal keys are type-checked. A key built from an answer may be missing if the server is newer than the app:
 * `admin.status.ON_HOLD` then becomes `On hold`.
 */
function plainWord(_locale: string, key: string): string {
  const word = (key.split(".").at(-1) ?? key).replaceAll("_", " ").toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A code that chooses words, and isn't shown itself. */
const isCode = (message: unknown, name: string) => JSON.stringify([message]).includes(`["${name}","select"`);

/**
 * Translates texts in one language, with its number formats and plurals.
 * @param isolates whether values may get characters that keep their direction apart: not where plain text is sent
 */
export function createTranslator(language: Language, isolates = false) {
  const { code, formatLocale } = language;
  const i18n = setupI18n({ locale: code, locales: formatLocale, messages: { [code]: {} }, missing: plainWord });
  const source = setupI18n({ locale: english.code, messages: { [english.code]: {} }, missing: plainWord });
  const told = new Set<string>();

  /** @throws Error if the message has another format than its values */
  function draw(key: string, values: Record<string, unknown> = {}): string {
    if (!isolates) return i18n._(key, values);
    const shown = Object.entries(values).map(([name, value]) => {
      const isolated = typeof value === "string" ? isolate(value, language) : value;
      return [name, isolated !== value && isCode(i18n.messages[key], name) ? value : isolated];
    });
    return i18n._(key, Object.fromEntries(shown));
  }

  function drawEnglish(key: string, values: Record<string, unknown>): string {
    try {
      return source._(key, values);
    } catch {
      return plainWord(english.code, key);
    }
  }

  return {
    /** English, which shows what the language lacks. */
    addEnglish(texts: CompiledTexts): void {
      i18n.load(code, texts);
      source.load(english.code, texts);
    },
    /** Later texts override earlier ones. */
    add: (texts: CompiledTexts) => i18n.load(code, texts),
    draw,
    /** A message that can't be drawn is shown in English: it must not take its page with it. */
    translate(key: string, values: Record<string, unknown> = {}): string {
      try {
        return draw(key, values);
      } catch (error) {
        if (!told.has(key)) console.error(`The text ${key} can't be shown in ${code}.`, error);
        told.add(key);
        return drawEnglish(key, values);
      }
    },
  };
}
