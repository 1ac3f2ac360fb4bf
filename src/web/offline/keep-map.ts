import type { MapArea } from "../../contract/maps.ts";
import { addressOf } from "../foundation/api/addresses.ts";
import { call } from "../foundation/api/client.ts";
import { deleteMap, deleteTiles, findMap, listTiles, putMap, putTile } from "../foundation/api/kept-maps.ts";

/** Browsers fetch this many at once from one server. */
const atOnce = 6;
const busyPauseMs = 5_000;
const triesMax = 4;

type OfQuest = { account: string; questId: number };

/** What the server has of a quest's map; its size is told before it is saved. */
export const askMapArea = ({ account, questId }: OfQuest): Promise<MapArea> =>
  call("getMapArea", { params: { username: account, id: questId } });

const nameOf = ({ z, x, y }: MapArea["tiles"][number]) => `${z}/${x}/${y}`;

/**
 * Saves the map around a quest's places on this phone. What is there of the same version stays, so that one that was
 * interrupted goes on; what is there of an older one stays until newer tiles replace it.
 * @throws what `fetch` and the browser's database throw
 */
export async function keepMap(of: OfQuest, area: MapArea, onProgress: (share: number) => void): Promise<void> {
  const { kind, attribution, version, tiles, size_bytes: sizeBytes } = area;
  const before = await findMap(of);
  // Pictures can't be drawn as vectors.
  if (before && before.kind !== kind) await deleteMap(of);
  const known = await listTiles(of);
  const outdated = new Set(before?.version === version ? before.outdated : known);
  const put = (isWhole: boolean) =>
    putMap({ ...of, kind, attribution, version, sizeBytes, isWhole, outdated: [...outdated] });
  await put(false);
  const missing = tiles.filter((tile) => !known.has(nameOf(tile)) || outdated.has(nameOf(tile)));
  let done = 0;
  const work = async () => {
    for (let tile = missing.pop(); tile !== undefined; tile = missing.pop()) {
      const bytes = await fetchTile(addressOf("getMapFileTile", { params: tile, query: { version } }));
      if (bytes) {
        await putTile(of, tile, bytes);
        outdated.delete(nameOf(tile));
      }
      done += 1;
      onProgress(done / (done + missing.length));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (error) {
    // After one failure, the others stop.
    missing.length = 0;
    await put(false);
    throw error;
  }
  const wanted = new Set(tiles.map(nameOf));
  await deleteTiles(
    of,
    [...known].filter((tile) => outdated.has(tile) || !wanted.has(tile)),
  );
  outdated.clear();
  await put(true);
}

/** @returns undefined for a tile that the server does not have */
async function fetchTile(address: string): Promise<ArrayBuffer | undefined> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address);
    if (response.ok) return response.arrayBuffer();
    if (response.status === 404) return undefined;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === triesMax) throw new TypeError(`The map's server answered ${response.status}.`);
    await new Promise((resolve) => setTimeout(resolve, busyPauseMs));
  }
}
