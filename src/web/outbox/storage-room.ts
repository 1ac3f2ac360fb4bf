/** How much room this site has on the device, in bytes. */
export type StorageRoom = {
  usedBytes: number;
  leftBytes: number;
  /** Whether the browser has promised to delete nothing by itself. */
  isKept: boolean;
};

/** Of a phone's photo: what "about 40 photos" is reckoned with. */
const photoBytesTypical = 3_000_000;
/** Left free, so that records and the app itself can still be written. */
const reserveBytes = 10_000_000;
const askedKey = "cairn.keeps-asked";

/** Undefined where the browser does not tell. */
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

/** About how many photos of a phone find room in so many bytes. */
export const photosThatFit = (bytes: number) => Math.max(0, Math.floor((bytes - reserveBytes) / photoBytesTypical));

export type RoomProblem = { leftBytes: number; neededBytes: number };

/** Whether `bytes` more find no room; for the form, before a photo is taken. Undefined where they do, or where nobody knows. */
export async function findRoomProblem(bytes: number = photoBytesTypical): Promise<RoomProblem | undefined> {
  const room = await findStorageRoom();
  if (!room || room.leftBytes >= bytes + reserveBytes) return undefined;
  return { leftBytes: room.leftBytes, neededBytes: bytes };
}

/**
 * Asks the browser to delete nothing by itself. Some ask the volunteer in turn, so it is asked by itself only once on a
 * device; `again` is for a press on a button.
 * @returns what it answered; undefined where it was not asked, or cannot be
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
