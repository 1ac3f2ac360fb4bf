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
};

/** Text as searches compare it: lower case, without accents, each run of white space as one blank. */
export function normalizeSearchText(text: string): string {
  // Most texts of long lists need no more.
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => lettersThatDoNotDecompose[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** The words of a query; a match contains them all. */
export function searchWords(query: string): string[] {
  const normalized = normalizeSearchText(query);
  return normalized === "" ? [] : normalized.split(" ").slice(0, 20);
}
