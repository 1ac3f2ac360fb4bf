import type { Field } from "../../protocol/field.ts";
import { picturesOf } from "../../protocol/pictures.ts";
import { placesOf } from "../../protocol/places.ts";
import { pictureAddress } from "./picture-address.ts";
import { pictureCache } from "./picture-cache.ts";

/** Of several quests; those that were kept first are deleted first. */
const keptPicturesMax = 1_000;

/** Keeps the pictures of a form on this device. @throws what `fetch` and the browser's cache throw */
export async function keepPictures(fields: readonly Field[]): Promise<void> {
  const addresses = picturesOf([...placesOf(fields)]).map(({ picture }) => pictureAddress(picture));
  // Browsers have no caches at an address without TLS.
  if (addresses.length === 0 || !("caches" in globalThis)) return;
  const cache = await caches.open(pictureCache);
  for (const address of new Set(addresses)) if (!(await cache.match(address))) await cache.add(address);
  const kept = await cache.keys();
  for (const request of kept.slice(0, Math.max(0, kept.length - keptPicturesMax))) await cache.delete(request);
}
