import type { MeasuredRecord, OutboxRecord } from "./record.ts";

/**
 * Stores unsaved edits of a draft in local storage until the database has them, because the page can close before an
 * asynchronous write ends.
 */

const keyPrefix = "cairn.last-words/";
const keyOf = (localId: string) => `${keyPrefix}${localId}`;

/** Drafts deleted with their account's data. A form that is still open must not bring them back. */
const forgotten = new Set<string>();

export const isForgotten = ({ localId }: Pick<MeasuredRecord, "localId">): boolean => forgotten.has(localId);

export function keepUnsavedEdits(draft: MeasuredRecord): void {
  if (isForgotten(draft)) return;
  try {
    localStorage.setItem(keyOf(draft.localId), JSON.stringify(draft));
  } catch {
    // The database may still get them.
  }
}

/** Merges unsaved edits into the draft. The photos come from the database. */
export function withUnsavedEdits<Draft extends MeasuredRecord>(draft: Draft): Draft {
  const edits = listEdits().find(({ localId }) => localId === draft.localId) as Draft | undefined;
  // The draft may have been sent and reopened with a new id.
  if (edits?.id !== draft.id) return draft;
  if (hasSamePhotos(edits, draft)) return { ...edits, photos: draft.photos };
  // A position belongs to its photo.
  const { photos, position, fixes, capturedAtMs, clockOffsetSeconds } = draft;
  return { ...edits, photos, position, fixes, capturedAtMs, clockOffsetSeconds };
}

const hasSamePhotos = (one: MeasuredRecord, other: MeasuredRecord): boolean =>
  one.photos.length === other.photos.length &&
  one.photos.every((photo, index) => {
    const { key, name, sizeBytes, takenAtMs } = other.photos[index] ?? {};
    // The time of a gallery photo is read a little later.
    const isOfSameTime = photo.takenAtMs === null || takenAtMs === null || photo.takenAtMs === takenAtMs;
    return photo.key === key && photo.name === name && photo.sizeBytes === sizeBytes && isOfSameTime;
  });

/** Finds drafts of an account that are not in the database. `records` has all of the account's records. */
export function findUnwritten(account: string, records: readonly OutboxRecord[]): MeasuredRecord[] {
  const written = new Set(records.map(({ localId }) => localId));
  return listEdits()
    .filter((edits) => edits.account === account && !written.has(edits.localId))
    .map((edits) =>
      edits.photos.length === 0
        ? edits
        : { ...edits, photos: [], position: null, fixes: [], capturedAtMs: null, clockOffsetSeconds: null },
    );
}

/** Call this when the draft is saved or discarded. With `written`, deletes the edits only if they equal it. */
export function forgetUnsavedEdits({ localId }: Pick<MeasuredRecord, "localId">, written?: MeasuredRecord): void {
  try {
    const key = keyOf(localId);
    if (written && localStorage.getItem(key) !== JSON.stringify(written)) return;
    localStorage.removeItem(key);
  } catch {
    // Local storage is not available.
  }
}

/** Called when records of an account are deleted permanently. */
export function forgetUnsavedEditsOf(account: string, gone: readonly string[]): void {
  for (const localId of gone) forgotten.add(localId);
  for (const edits of listEdits()) if (edits.account === account) forgetUnsavedEdits(edits);
}

function listEdits(): MeasuredRecord[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyPrefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "null") as MeasuredRecord);
  } catch {
    return [];
  }
}
