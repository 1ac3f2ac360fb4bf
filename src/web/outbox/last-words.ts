import type { PointRecord } from "./record.ts";

/**
 * What came into a draft in the moment before its page went: no database is written to so late. It is in this tab's storage until
 * the draft is opened again.
 */

const keyOf = (localId: string) => `cairn.last-words/${localId}`;

export function keepLastWords(draft: PointRecord): void {
  try {
    sessionStorage.setItem(keyOf(draft.localId), JSON.stringify(draft));
  } catch {
    // The database may still have them.
  }
}

/** The draft with them. */
export function withLastWords(draft: PointRecord): PointRecord {
  try {
    const kept = sessionStorage.getItem(keyOf(draft.localId));
    sessionStorage.removeItem(keyOf(draft.localId));
    const words: PointRecord | null = JSON.parse(kept ?? "null");
    // It may have been sent meanwhile, and taken back under another id.
    return words?.id === draft.id ? words : draft;
  } catch {
    return draft;
  }
}
