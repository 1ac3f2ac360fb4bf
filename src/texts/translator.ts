import { setupI18n } from "@lingui/core";
import type { CompiledTexts } from "./compile-texts.ts";
import type { Language } from "./languages.ts";

/** Fills values into the texts of one language; numbers and plurals are those of the language. */
export function createTranslator({ code, formatLocale }: Language) {
  const i18n = setupI18n({ locale: code, locales: formatLocale, messages: { [code]: {} } });
  return {
    /** Later texts win over earlier ones with the same key. */
    add: (texts: CompiledTexts) => i18n.load(code, texts),
    translate: (key: string, values?: Record<string, unknown>): string => i18n._(key, values),
  };
}
