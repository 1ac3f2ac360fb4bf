import { setupI18n } from "@lingui/core";
import type { CompiledTexts } from "./compile-texts.ts";
import type { Language } from "./languages.ts";

/**
 * Literal keys are type-checked. A key built from an answer may be missing if the server is newer than the app:
 * `admin.status.ON_HOLD` then becomes `On hold`.
 */
function plainWord(_locale: string, key: string): string {
  const word = (key.split(".").at(-1) ?? key).replaceAll("_", " ").toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Translates texts in one language, with its number formats and plurals. */
export function createTranslator({ code, formatLocale }: Language) {
  const i18n = setupI18n({ locale: code, locales: formatLocale, messages: { [code]: {} }, missing: plainWord });
  return {
    /** Later texts override earlier ones. */
    add: (texts: CompiledTexts) => i18n.load(code, texts),
    translate: (key: string, values?: Record<string, unknown>): string => i18n._(key, values),
  };
}
