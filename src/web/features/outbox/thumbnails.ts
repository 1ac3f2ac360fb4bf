import { findPhoto } from "../../outbox/outbox.ts";
import { inTurn, shrink } from "../../ui/small-picture.ts";

/** Each has a few kilobytes. */
const cachedMax = 400;

const cache = new Map<string, Blob | null>();

/**
 * Makes a thumbnail of a stored photo.
 * @param isWanted whether it is still needed when its turn comes
 * @returns null if the browser cannot make one
 */
export function makeThumbnail(
  localId: string,
  photo: { key: string; sha256: string | null; sizeBytes: number },
  isWanted: () => boolean,
): Promise<Blob | null> {
  const name = `${localId}/${photo.key}/${photo.sha256 ?? photo.sizeBytes}`;
  return inTurn(async () => {
    const known = cache.get(name);
    if (known !== undefined || !isWanted()) return known ?? null;
    const file = await findPhoto(localId, photo.key).catch(() => undefined);
    const thumbnail = file ? await shrink(file).catch(() => null) : null;
    cache.set(name, thumbnail);
    const [oldest] = cache.keys();
    if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest);
    return thumbnail;
  });
}
