import { plainDigits } from "./plain-digits.ts";

const lettersThatDoNotDecompose: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  // At the end of a word.
  ς: "σ",
};

/**
 * Text as searches compare it: lower case, without accents and what is invisible, digits of every script as 0 to 9, each
 * run of white space as one blank. The database's `search_form` does the same to values.
 */
export function normalizeSearchText(text: string): string {
  // Most texts of long lists need no more.
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text.toLowerCase();
  return (
    plainDigits(text.normalize("NFKD"))
      // An Arabic word may be drawn longer.
      .replace(/[\p{Mark}\p{Cf}\u0640]/gu, "")
      .toLowerCase()
      .replace(/[ßæœøłđðþıς]/g, (letter) => lettersThatDoNotDecompose[letter] ?? letter)
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** The words of a query; a match contains them all. */
export function searchWords(query: string): string[] {
  const normalized = normalizeSearchText(query);
  return normalized === "" ? [] : normalized.split(" ").slice(0, 20);
}
