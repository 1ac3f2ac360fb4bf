import type { Language } from "./languages.ts";

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Embeddings and overrides, which last until they are ended. */
const lasting = /[\u202a-\u202e]/;

/** What ends each sign that changes the direction of what follows. */
const endOf: Readonly<Record<string, string>> = {
  "\u202a": "\u202c",
  "\u202b": "\u202c",
  "\u202d": "\u202c",
  "\u202e": "\u202c",
  "\u2066": "\u2069",
  "\u2067": "\u2069",
  "\u2068": "\u2069",
};

/** Whether signs for directions change nothing beyond these words: each is ended, in order, and none too many. */
export function endsItsDirections(words: string): boolean {
  const awaited: string[] = [];
  for (const [sign] of words.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    const end = endOf[sign];
    if (end !== undefined) awaited.push(end);
    else if (awaited.pop() !== sign) return false;
  }
  return awaited.length === 0;
}

/**
 * Marks a value that runs against the direction of its text, such as an Arabic name in an English sentence, so that
 * punctuation and numbers around it keep their places. Not addresses, which people may copy.
 */
export function isolate(value: string, { direction }: Language): string {
  const isRightToLeft = rightToLeft.test(value);
  const isForeign = direction === "ltr" ? isRightToLeft : !isRightToLeft && /\p{L}/u.test(value);
  return (isForeign || lasting.test(value)) && !value.includes("://") ? `\u2068${value}\u2069` : value;
}
