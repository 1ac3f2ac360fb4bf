/** Storage of this site on the device, in bytes. */
export type StorageRoom = {
  usedBytes: number;
  leftBytes: number;
  /** Whether the browser granted persistent storage. */
  isKept: boolean;
};

/** Typical size of a phone's photo, for estimates such as "about 40 photos". */
const photoBytesTypical = 3_000_000;
/** Reserved for records and the app itself. */
const reserveBytes = 10_000_000;
const askedKey = "cairn.keeps-asked";

/** @returns undefined if the browser does not report it */
export async function findStorageRoom(): Promise<StorageRoom | undefined> {
  try {
    const [{ usage, quota }, isKept] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted?.() ?? false,
    ]);
    if (usage === undefined || quota === undefined) return undefined;
    return { usedBytes: usage, leftBytes: Math.max(0, quota - usage), isKept };
  } catch {
    return undefined;
  }
}

/** Estimates how many phone photos fit into `bytes`. */
export const photosThatFit = (bytes: number) => Math.max(0, Math.floor((bytes - reserveBytes) / photoBytesTypical));

/** Whether the storage is known to lack space for another photo. */
export async function isStorageFull(): Promise<boolean> {
  const room = await findStorageRoom();
  return room !== undefined && photosThatFit(room.leftBytes) === 0;
}

/**
 * Requests persistent storage. Some browsers then prompt the volunteer, so the app asks automatically only once per
 * device; `again` is for the button.
 * @returns the browser's answer; undefined if the app did not or could not ask
 */
export async function askToKeep({ again = false } = {}): Promise<boolean | undefined> {
  try {
    if (await navigator.storage.persisted()) return true;
    if (!again && localStorage.getItem(askedKey) !== null) return undefined;
    localStorage.setItem(askedKey, "1");
    return await navigator.storage.persist();
  } catch {
    return undefined;
  }
}
