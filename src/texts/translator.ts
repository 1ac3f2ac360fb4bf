import { setupI18n } from "@lingui/core";
import type { CompiledTexts } from "./compile-texts.ts";
import type { Language } from "./languages.ts";

/**
 * Keys that are written down exist, or nothing compiles; one that ends with a word of an answer may not, where the server is
 * newer than the app: `admin.status.ON_HOLD` is then said as `On hold`.
 */
function plainWord(_locale: string, key: string): string {
  const word = (key.split(".").at(-1) ?? key).replaceAll("_", " ").toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Fills values into the texts of one language; numbers and plurals are those of the language. */
export function createTranslator({ code, formatLocale }: Language) {
  const i18n = setupI18n({ locale: code, locales: formatLocale, messages: { [code]: {} }, missing: plainWord });
  return {
    /** Later texts win over earlier ones with the same key. */
    add: (texts: CompiledTexts) => i18n.load(code, texts),
    translate: (key: string, values?: Record<string, unknown>): string => i18n._(key, values),
  };
}
