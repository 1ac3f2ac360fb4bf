import type { MeasuredRecord, OutboxRecord } from "./record.ts";

/**
 * What came into a draft and is not in the database yet: a page can end before it is. It is in the browser's local storage as soon as it
 * is typed, and until the database has it.
 */

const keyPrefix = "cairn.last-words/";
const keyOf = (localId: string) => `${keyPrefix}${localId}`;

/** Of drafts that were deleted with everything else of their account: a form that is still open brings none of them back. */
const forgotten = new Set<string>();

export const isForgotten = ({ localId }: Pick<MeasuredRecord, "localId">): boolean => forgotten.has(localId);

export function keepLastWords(draft: MeasuredRecord): void {
  if (isForgotten(draft)) return;
  try {
    localStorage.setItem(keyOf(draft.localId), JSON.stringify(draft));
  } catch {
    // The database may still have them.
  }
}

/** The draft with them, and with the photos that the database has. */
export function withLastWords<Draft extends MeasuredRecord>(draft: Draft): Draft {
  const words = listWords().find(({ localId }) => localId === draft.localId) as Draft | undefined;
  // It may have been sent meanwhile, and taken back under another id.
  if (words?.id !== draft.id) return draft;
  if (hasSamePhotos(words, draft)) return { ...words, photos: draft.photos };
  // A position belongs to its photo.
  const { photos, position, fixes, capturedAtMs, clockOffsetSeconds } = draft;
  return { ...words, photos, position, fixes, capturedAtMs, clockOffsetSeconds };
}

const hasSamePhotos = (one: MeasuredRecord, other: MeasuredRecord): boolean =>
  one.photos.length === other.photos.length &&
  one.photos.every((photo, index) => {
    const { key, name, sizeBytes, takenAtMs } = other.photos[index] ?? {};
    // A photo of the gallery says its time a little later.
    const isOfSameTime = photo.takenAtMs === null || takenAtMs === null || photo.takenAtMs === takenAtMs;
    return photo.key === key && photo.name === name && photo.sizeBytes === sizeBytes && isOfSameTime;
  });

/** Drafts of an account of which nothing is in the database: not among these records, which are all that it has. */
export function findUnwritten(account: string, records: readonly OutboxRecord[]): MeasuredRecord[] {
  const written = new Set(records.map(({ localId }) => localId));
  return listWords()
    .filter((words) => words.account === account && !written.has(words.localId))
    .map((words) =>
      words.photos.length === 0
        ? words
        : { ...words, photos: [], position: null, fixes: [], capturedAtMs: null, clockOffsetSeconds: null },
    );
}

/** Once the draft is saved, or nobody wants it any more; with `written`, only where these are still its words. */
export function forgetLastWords({ localId }: Pick<MeasuredRecord, "localId">, written?: MeasuredRecord): void {
  try {
    const key = keyOf(localId);
    if (written && localStorage.getItem(key) !== JSON.stringify(written)) return;
    localStorage.removeItem(key);
  } catch {
    // There are none.
  }
}

/** Those of an account whose records are deleted for good. */
export function forgetLastWordsOf(account: string, gone: readonly string[]): void {
  for (const localId of gone) forgotten.add(localId);
  for (const words of listWords()) if (words.account === account) forgetLastWords(words);
}

function listWords(): MeasuredRecord[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyPrefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "null") as MeasuredRecord);
  } catch {
    return [];
  }
}
