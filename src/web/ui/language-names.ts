import { languageCode } from "../../protocol/language-code.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import { currentLanguage, formatLocale } from "../foundation/texts/area-texts.ts";

/** Suggested languages; others can be added by code. */
const commonLanguages =
  "ar bg bn ca cs cy da de el en es et eu fa fi fil fr ga gl ha he hi hr hu id is it ja ka ko lt lv mi mk ms mt my nb ne nl pl pt pt-BR qu ro ru sk sl sq sr sv sw ta th tr uk ur vi yo zh-Hans zh-Hant zu".split(
    " ",
  );

/** `de` → `German`, in the reader's language; the code if it has no name. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([formatLocale(), "en"], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Sorted by name. */
export const languagesToChoose = () =>
  commonLanguages
    .map((code) => ({ value: code, label: languageName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLanguage().code));

/** The code for a typed code or name; undefined for anything else. */
export function readLanguage(typed: string): string | undefined {
  const text = typed.trim();
  const form = normalizeSearchText(text);
  const named = languagesToChoose().find(({ label }) => normalizeSearchText(label) === form);
  if (named) return named.value;
  try {
    const [code] = Intl.getCanonicalLocales(text);
    return code !== undefined && languageCode.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
