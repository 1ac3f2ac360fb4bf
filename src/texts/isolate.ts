import type { Language } from "./languages.ts";

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Embeddings and overrides, which last until they are ended. */
const lasting = /[\u202a-\u202e]/;

/**
 * Marks a value that runs against the direction of its text, such as an Arabic name in an English sentence, so that
 * punctuation and numbers around it keep their places. Not addresses, which people may copy.
 */
export function isolate(value: string, { direction }: Language): string {
  const isRightToLeft = rightToLeft.test(value);
  const isForeign = direction === "ltr" ? isRightToLeft : !isRightToLeft && /\p{L}/u.test(value);
  return (isForeign || lasting.test(value)) && !value.includes("://") ? `\u2068${value}\u2069` : value;
}
