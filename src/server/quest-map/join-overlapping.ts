import Supercluster from "supercluster";
import type { MapCluster } from "../../contract/map-clusters.ts";
import { tilePx, worldPxAt } from "../../contract/mercator.ts";
import type { Box } from "../evidence/boxes.ts";

/** What is in a cell, at its average position, or a single marker. */
export type CountedCell<Marker> = { latitude: number; longitude: number; count: number; box: Box; marker?: Marker };

type Joined = Box & { count: number };

/** Pixels; markers are 50 wide. */
const overlapPx = 52;

/** Joins cells until no markers overlap at that zoom. */
export function joinOverlapping<Marker>(cells: readonly CountedCell<Marker>[], zoom: number): (Marker | MapCluster)[] {
  const index = new Supercluster<CountedCell<Marker>, Joined>({
    radius: overlapPx,
    extent: tilePx,
    minZoom: zoom,
    maxZoom: zoom,
    map: ({ count, box }) => ({ count, ...box }),
    reduce: (all, { count, west, south, east, north }) => {
      all.count += count;
      all.west = Math.min(all.west, west);
      all.south = Math.min(all.south, south);
      all.east = Math.max(all.east, east);
      all.north = Math.max(all.north, north);
    },
  });
  index.load(
    cells.map((cell) => ({
      type: "Feature",
      // GeoJSON has the longitude first.
      geometry: { type: "Point", coordinates: [cell.longitude, cell.latitude] },
      properties: cell,
    })),
  );
  return index.getClusters([-180, -90, 180, 90], zoom).map(({ geometry, properties }) => {
    if (!("cluster" in properties)) return properties.marker ?? clusterOf(properties, properties.box, zoom);
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return clusterOf({ latitude, longitude, count: properties.count }, properties, zoom);
  });
}

type Middle = { latitude: number; longitude: number; count: number };

function clusterOf({ latitude, longitude, count }: Middle, box: Box, zoom: number): MapCluster {
  const round = rounding(zoom);
  return {
    coordinates: [round(latitude), round(longitude)],
    count,
    // Rounded outwards to contain all.
    box: [
      Math.max(-180, round(box.west, Math.floor)),
      Math.max(-90, round(box.south, Math.floor)),
      Math.min(180, round(box.east, Math.ceil)),
      Math.min(90, round(box.north, Math.ceil)),
    ],
  };
}

/** Rounded to at most a tenth of a pixel, which makes answers shorter. */
function rounding(zoom: number) {
  const perDegree = 10 ** (Math.ceil(Math.log10(worldPxAt(zoom) / 360)) + 1);
  return (degrees: number, to: (value: number) => number = Math.round) => to(degrees * perDegree) / perDegree;
}
