import { createContext, useEffect, useState } from "react";
import { findMap, findTile, listTiles } from "../../foundation/api/kept-maps.ts";
import { onTakenChange } from "../../offline/take-along.ts";
import type { Piece } from "./draw-vector-tile.ts";
import { readVectorTile, unpackTile, type VectorTile } from "./vector-tile.ts";

export type DrawableTile = { kind: "vector"; tile: VectorTile } | { kind: "raster"; picture: ImageBitmap };

/** The map of a quest on this phone. */
export type ReadableMap = {
  attribution: string;
  /** `z/x/y` */
  tiles: ReadonlySet<string>;
  read: (address: string) => Promise<DrawableTile>;
};

export const KeptMapContext = createContext<ReadableMap | undefined>(undefined);

/** A part of a tile further above would be a blur. */
const levelsAbove = 5;
/** Neighbours on the screen are often parts of the same tile. */
const readyMax = 24;

/** The map that was saved with the quest; null if there is none or the browser stores nothing, undefined while it loads. */
export function useKeptMap(account: string | undefined, questId: number): ReadableMap | null | undefined {
  const [map, setMap] = useState<ReadableMap | null>();
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const found = account === undefined ? undefined : await openMap({ account, questId }).catch(() => undefined);
      if (isCurrent) setMap(found ?? null);
    };
    void load();
    const forget = onTakenChange(() => void load());
    return () => {
      isCurrent = false;
      forget();
    };
  }, [account, questId]);
  return map;
}

async function openMap(of: { account: string; questId: number }): Promise<ReadableMap | undefined> {
  const [map, tiles] = await Promise.all([findMap(of), listTiles(of)]);
  if (!map || tiles.size === 0) return undefined;
  const ready = new Map<string, Promise<DrawableTile>>();
  const read = (address: string) => {
    const known = ready.get(address);
    if (known) return known;
    const reading = readTile(of, address, map.kind === "raster");
    ready.set(address, reading);
    const [oldest] = ready.keys();
    if (ready.size > readyMax && oldest !== undefined) ready.delete(oldest);
    return reading;
  };
  return { attribution: map.attribution, tiles, read };
}

async function readTile(
  of: { account: string; questId: number },
  address: string,
  isRaster: boolean,
): Promise<DrawableTile> {
  const [z = 0, x = 0, y = 0] = address.split("/").map(Number);
  const bytes = await findTile(of, { z, x, y });
  if (!bytes) throw new Error("The tile is gone.");
  const unpacked = await unpackTile(bytes);
  if (!isRaster) return { kind: "vector", tile: readVectorTile(unpacked) };
  return { kind: "raster", picture: await createImageBitmap(new Blob([unpacked as BlobPart])) };
}

/** The tile itself, or the nearest one above that has it. */
export function nearestKept(
  tiles: ReadonlySet<string>,
  { x, y, zoom }: { x: number; y: number; zoom: number },
): { address: string; piece: Piece } | undefined {
  const count = 2 ** zoom;
  // Maps repeat to the east and west.
  const column = ((x % count) + count) % count;
  for (let above = 0; above <= Math.min(levelsAbove, zoom); above++) {
    const size = 2 ** above;
    const address = `${zoom - above}/${Math.floor(column / size)}/${Math.floor(y / size)}`;
    if (tiles.has(address)) return { address, piece: { zoom, share: 1 / size, column: column % size, row: y % size } };
  }
  return undefined;
}
