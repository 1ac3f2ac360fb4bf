import { findPhoto } from "../../outbox/outbox.ts";

/** Width in pixels; enough for dense screens. */
const sidePx = 144;
/** Each has a few kilobytes. */
const cachedMax = 400;

const cache = new Map<string, Blob | null>();
let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes a thumbnail of a stored photo, one at a time, because decoding needs four bytes per pixel.
 * @param isWanted whether it is still needed when its turn comes
 * @returns null if the browser cannot make one
 */
export function makeThumbnail(
  localId: string,
  photo: { key: string; sha256: string | null; sizeBytes: number },
  isWanted: () => boolean,
): Promise<Blob | null> {
  const name = `${localId}/${photo.key}/${photo.sha256 ?? photo.sizeBytes}`;
  const made = queue.then(async () => {
    const known = cache.get(name);
    if (known !== undefined || !isWanted()) return known ?? null;
    const file = await findPhoto(localId, photo.key).catch(() => undefined);
    const thumbnail = file ? await shrink(file).catch(() => null) : null;
    cache.set(name, thumbnail);
    const [oldest] = cache.keys();
    if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest);
    return thumbnail;
  });
  queue = made;
  return made;
}

async function shrink(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { resizeWidth: sidePx, resizeQuality: "medium" });
  try {
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
  } finally {
    picture.close();
  }
}
