import Supercluster, { type PointFeature } from "supercluster";
import { questSpotsMax } from "../../contract/limits.ts";
import type { QuestMarker, QuestSpot } from "../../contract/quests.ts";
import { type Box, splitAtDateLine } from "../quests/boxes-around.ts";
import { isInside, overlap, sizeOf, widened, worldPx } from "./map-box.ts";

/** One quest, or several in a box so small that no zoom in question tells them apart. */
export type CountedPlace = Box & { coordinates: readonly [latitude: number, longitude: number] } & (
    | { count: 1; quest: QuestMarker }
    | { count: number; quest?: undefined }
  );

/** What is kept of a cluster: the box that has all its quests, and how many they are. */
type Extent = Box & { count: number };

/** Pixels; markers are 50 wide. */
const overlapPx = 52;
/** From the next level on nothing is clustered, even where several share a place. */
export const maxClusterZoom = 16;
/**
 * How far from its middle a cluster may reach: at each level a place is at most twice `overlapPx` from the middle that it was
 * joined to, and each level's pixels are half the size of those of the level above.
 */
const reachPx = 4 * overlapPx;
/** The side of the largest screens; a box that is larger at its zoom is shown as from further away. */
const boxSidePxMax = 4096;

/** The nearest level, at most `zoom`, at which the box fits on a screen. */
export function screenZoom(box: Box, zoom: number): number {
  let fitting = zoom;
  while (fitting > 0) {
    const { widthPx, heightPx } = sizeOf(box, fitting);
    if (Math.max(widthPx, heightPx) <= boxSidePxMax) break;
    fitting--;
  }
  return fitting;
}

export function placeOf(quest: QuestMarker): CountedPlace {
  const [latitude, longitude] = quest.coordinates;
  const box: Box = { west: longitude, south: latitude, east: longitude, north: latitude };
  return { coordinates: quest.coordinates, count: 1, quest, ...box };
}

/** Places sorted for a map once, at the levels in question; asking what is in a box is then cheap, whatever their number. */
export class PlaceClusters {
  readonly #index: Supercluster<CountedPlace, Extent>;

  constructor(places: readonly CountedPlace[], { minZoom = 0, maxZoom = maxClusterZoom } = {}) {
    this.#index = new Supercluster<CountedPlace, Extent>({
      radius: overlapPx,
      extent: 256,
      minZoom,
      maxZoom,
      map: ({ count, west, south, east, north }) => ({ count, west, south, east, north }),
      reduce: (all, { count, west, south, east, north }) => {
        all.count += count;
        all.west = Math.min(all.west, west);
        all.south = Math.min(all.south, south);
        all.east = Math.max(all.east, east);
        all.north = Math.max(all.north, north);
      },
    });
    this.#index.load(
      places.map((place) => ({
        type: "Feature",
        // GeoJSON has the longitude first, the product the latitude.
        geometry: { type: "Point", coordinates: [place.coordinates[1], place.coordinates[0]] },
        properties: place,
      })),
    );
  }

  /**
   * What of them a map of that box shows: at most `questSpotsMax` spots, for which it goes to a lower zoom where it has to. A
   * cluster at the edge is made of its places in the box alone, so that the counts add up to the places in it.
   */
  spotsIn(box: Box, zoom: number): QuestSpot[] {
    let level = screenZoom(box, zoom);
    if (level > maxClusterZoom) {
      // All of them one by one, unless they are too many: they may all share a place.
      const count = this.#spotsAt(box, maxClusterZoom).reduce((sum, spot) => sum + countOf(spot), 0);
      if (count > questSpotsMax) level = maxClusterZoom;
    }
    while (true) {
      const spots = this.#spotsAt(box, level);
      if (spots.length <= questSpotsMax || level === 0) return spots;
      level--;
    }
  }

  #spotsAt(box: Box, zoom: number): QuestSpot[] {
    return splitAtDateLine(box).flatMap((part) => {
      const { west, south, east, north } = widened(part, zoom, reachPx);
      return this.#index.getClusters([west, south, east, north], zoom).flatMap((feature) => {
        const inside = this.#piecesInside(feature, part);
        return inside.length === 0 ? [] : [spotOf(inside, zoom)];
      });
    });
  }

  /** What of it is in the box, in as large pieces as there are: itself, unless it lies across the edge. */
  #piecesInside(feature: Feature, box: Box): Feature[] {
    const { properties } = feature;
    if (!overlap(properties, box)) return [];
    if (isInside(properties, box) || !("cluster" in properties)) return [feature];
    return this.#index.getChildren(properties.cluster_id).flatMap((child) => this.#piecesInside(child as Feature, box));
  }
}

type Feature = ReturnType<Supercluster<CountedPlace, Extent>["getClusters"]>[number] &
  PointFeature<CountedPlace | (Extent & { cluster: true; cluster_id: number })>;

export const countOf = (spot: QuestSpot): number => ("count" in spot ? spot.count : 1);

/** In the middle of its pieces, by the quests of each. */
function spotOf(pieces: readonly Feature[], zoom: number): QuestSpot {
  const [only] = pieces;
  if (pieces.length === 1 && only && !("cluster" in only.properties) && only.properties.quest) {
    return only.properties.quest;
  }
  const sum = { count: 0, latitude: 0, longitude: 0 };
  const box: Box = { west: 180, south: 90, east: -180, north: -90 };
  for (const { properties, geometry } of pieces) {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    sum.count += properties.count;
    sum.latitude += latitude * properties.count;
    sum.longitude += longitude * properties.count;
    box.west = Math.min(box.west, properties.west);
    box.south = Math.min(box.south, properties.south);
    box.east = Math.max(box.east, properties.east);
    box.north = Math.max(box.north, properties.north);
  }
  const round = rounding(zoom);
  return {
    coordinates: [round(sum.latitude / sum.count), round(sum.longitude / sum.count)],
    count: sum.count,
    // Outwards: nothing of the cluster is outside.
    box: [
      Math.max(-180, round(box.west, Math.floor)),
      Math.max(-90, round(box.south, Math.floor)),
      Math.min(180, round(box.east, Math.ceil)),
      Math.min(90, round(box.north, Math.ceil)),
    ],
  };
}

/** To a tenth of a pixel or less: further digits would only make answers longer. */
function rounding(zoom: number) {
  const perDegree = 10 ** (Math.ceil(Math.log10(worldPx(zoom) / 360)) + 1);
  return (degrees: number, to: (value: number) => number = Math.round) => to(degrees * perDegree) / perDegree;
}
