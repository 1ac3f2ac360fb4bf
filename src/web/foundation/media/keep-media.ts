import type { Field } from "../../../protocol/field.ts";
import { mediaOf } from "../../../protocol/media.ts";
import { placesOf } from "../../../protocol/places.ts";
import { pictureAddress, pictureCache, soundAddress } from "./media-addresses.ts";

/** The most that is kept of all quests; what was kept first is deleted first. */
const keptMediaMax = 1_000;

/** Keeps the pictures and sounds of a form on this device. @throws what `fetch` and the browser's cache throw */
export async function keepMedia(fields: readonly Field[]): Promise<void> {
  const places = [...placesOf(fields)];
  await keepAddresses([
    ...mediaOf(places, "picture").map(({ medium }) => pictureAddress(medium)),
    ...mediaOf(places, "sound").map(({ medium }) => soundAddress(medium)),
  ]);
}

/** Keeps pictures and sounds by their addresses. @throws as `keepMedia` */
export async function keepAddresses(addresses: readonly string[]): Promise<void> {
  // Browsers have no caches at an address without TLS.
  if (addresses.length === 0 || !("caches" in globalThis)) return;
  const cache = await caches.open(pictureCache);
  for (const address of new Set(addresses)) if (!(await cache.match(address))) await cache.add(address);
  const kept = await cache.keys();
  for (const request of kept.slice(0, Math.max(0, kept.length - keptMediaMax))) await cache.delete(request);
}
