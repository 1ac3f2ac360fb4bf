import type { DBSchema } from "idb";
import type { MapArea } from "../../../contract/maps.ts";
import { defineDatabase } from "../database.ts";

type OfQuest = { account: string; questId: number };

/** The map of a quest on this phone. */
export type KeptMap = OfQuest &
  Pick<MapArea, "kind" | "attribution" | "version"> & {
    sizeBytes: number;
    isWhole: boolean;
    /** Tiles of an older file, that newer ones haven't replaced yet. */
    outdated?: string[];
  };

type TileKey = [account: string, questId: number, z: number, x: number, y: number];

/** A fix of the volunteer's own way. The first one of a stretch begins a new line. */
export type TrackFix = { latitude: number; longitude: number; atMs: number; begins: boolean };

type MapDatabase = DBSchema & {
  maps: { key: [account: string, questId: number]; value: KeptMap };
  tiles: { key: TileKey; value: ArrayBuffer };
  fixes: { key: [account: string, questId: number, atMs: number]; value: OfQuest & TrackFix };
};

const withMaps = defineDatabase<MapDatabase>("cairn-maps", 1, (made) => {
  made.createObjectStore("maps", { keyPath: ["account", "questId"] });
  made.createObjectStore("tiles");
  made.createObjectStore("fixes", { keyPath: ["account", "questId", "atMs"] });
});

/** Keys that begin like this: an array is greater than any number. */
const keysOf = (...start: (string | number)[]) => IDBKeyRange.bound(start, [...start, []]);

export const findMap = ({ account, questId }: OfQuest): Promise<KeptMap | undefined> =>
  withMaps((database) => database.get("maps", [account, questId]));

export const putMap = (map: KeptMap): Promise<void> =>
  withMaps(async (database) => void (await database.put("maps", map)));

/** `z/x/y` of the tiles on this phone. */
export const listTiles = ({ account, questId }: OfQuest): Promise<Set<string>> =>
  withMaps(async (database) => {
    const keys = await database.getAllKeys("tiles", keysOf(account, questId));
    return new Set(keys.map(([, , z, x, y]) => `${z}/${x}/${y}`));
  });

export const findTile = ({ account, questId }: OfQuest, tile: { z: number; x: number; y: number }) =>
  withMaps((database) => database.get("tiles", [account, questId, tile.z, tile.x, tile.y]));

export const putTile = (
  { account, questId }: OfQuest,
  { z, x, y }: { z: number; x: number; y: number },
  bytes: ArrayBuffer,
): Promise<void> =>
  withMaps(async (database) => void (await database.put("tiles", bytes, [account, questId, z, x, y])));

/** @param tiles `z/x/y` */
export const deleteTiles = ({ account, questId }: OfQuest, tiles: readonly string[]): Promise<void> =>
  withMaps(async (database) => {
    for (const tile of tiles) {
      const [z = 0, x = 0, y = 0] = tile.split("/").map(Number);
      await database.delete("tiles", [account, questId, z, x, y]);
    }
  });

/** The map of a quest goes; the volunteer's own way stays. */
export const deleteMap = ({ account, questId }: OfQuest): Promise<void> =>
  withMaps(async (database) => {
    const transaction = database.transaction(["maps", "tiles"], "readwrite");
    await transaction.objectStore("maps").delete([account, questId]);
    await transaction.objectStore("tiles").delete(keysOf(account, questId));
    await transaction.done;
  });

export const listFixes = ({ account, questId }: OfQuest): Promise<TrackFix[]> =>
  withMaps((database) => database.getAll("fixes", keysOf(account, questId)));

export const putFix = (fix: OfQuest & TrackFix): Promise<void> =>
  withMaps(async (database) => void (await database.put("fixes", fix)));

export const deleteFixes = ({ account, questId }: OfQuest): Promise<void> =>
  withMaps((database) => database.delete("fixes", keysOf(account, questId)));

/** Maps and ways of these accounts. */
export const forgetMaps = (isMeant: (account: string) => boolean): Promise<void> =>
  withMaps(async (database) => {
    const accounts = new Set<string>();
    for (const name of ["maps", "tiles", "fixes"] as const) {
      for (const key of await database.getAllKeys(name)) accounts.add(key[0]);
    }
    for (const account of [...accounts].filter(isMeant)) {
      for (const name of ["maps", "tiles", "fixes"] as const) await database.delete(name, keysOf(account));
    }
  });
