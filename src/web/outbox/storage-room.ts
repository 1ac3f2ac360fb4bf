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

export type RoomProblem = { leftBytes: number; neededBytes: number };

/** Checks the free storage before a photo is taken. @returns undefined if `bytes` fit or the storage is unknown */
export async function findRoomProblem(bytes: number = photoBytesTypical): Promise<RoomProblem | undefined> {
  const room = await findStorageRoom();
  if (!room || room.leftBytes >= bytes + reserveBytes) return undefined;
  return { leftBytes: room.leftBytes, neededBytes: bytes };
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
