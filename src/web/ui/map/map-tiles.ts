import type { TileComponent } from "pigeon-maps";
import { createContext } from "react";

export type MapTiles = {
  /** Has `{z}`, `{x}` and `{y}`. If there is none, maps show the built-in base map only. */
  url?: string | undefined;
  attribution?: string | undefined;
  /** Draws tiles in another way. */
  Tile?: TileComponent | undefined;
};

/** The tiles of this installation, for every map on the page. */
export const MapTilesContext = createContext<MapTiles>({});
