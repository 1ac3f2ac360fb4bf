import type { MeasuredRecord } from "./record.ts";

/**
 * What came into a draft in the moment before its page went: no database is written to so late. It is in this tab's storage until
 * the draft is opened again.
 */

const keyPrefix = "cairn.last-words/";
const keyOf = (localId: string) => `${keyPrefix}${localId}`;

/** Of drafts that were deleted with everything else of their account: a form that is still open brings none of them back. */
const forgotten = new Set<string>();

export const isForgotten = ({ localId }: Pick<MeasuredRecord, "localId">): boolean => forgotten.has(localId);

export function keepLastWords(draft: MeasuredRecord): void {
  if (isForgotten(draft)) return;
  try {
    sessionStorage.setItem(keyOf(draft.localId), JSON.stringify(draft));
  } catch {
    // The database may still have them.
  }
}

/** The draft with them. */
export function withLastWords<Draft extends MeasuredRecord>(draft: Draft): Draft {
  try {
    const kept = sessionStorage.getItem(keyOf(draft.localId));
    sessionStorage.removeItem(keyOf(draft.localId));
    const words: Draft | null = JSON.parse(kept ?? "null");
    // It may have been sent meanwhile, and taken back under another id.
    return words?.id === draft.id ? words : draft;
  } catch {
    return draft;
  }
}

/** Once the database has them, or nobody wants them any more. */
export function forgetLastWords({ localId }: Pick<MeasuredRecord, "localId">): void {
  try {
    sessionStorage.removeItem(keyOf(localId));
  } catch {
    // There are none.
  }
}

/** Those of an account that signs out, but for the drafts that stay; `gone`: records that are deleted for good. */
export function forgetLastWordsOf(
  account: string,
  { kept = [], gone = [] }: { kept?: readonly string[]; gone?: readonly string[] },
): void {
  for (const localId of gone) forgotten.add(localId);
  try {
    for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(keyPrefix))) {
      const words: MeasuredRecord | null = JSON.parse(sessionStorage.getItem(key) ?? "null");
      if (words?.account === account && !kept.includes(words.localId)) sessionStorage.removeItem(key);
    }
  } catch {
    // The tab keeps nothing.
  }
}
