import Supercluster from "supercluster";
import type { LatLon, MapBounds } from "./map-view.ts";
import { unclusteredZoom } from "./spread-pins.ts";

/** One item, or a cluster of items that would overlap. */
export type Spot<One> =
  | { kind: "one"; anchor: LatLon; one: One }
  | { kind: "cluster"; id: number; anchor: LatLon; count: number };

/** In pixels; markers are 50 px wide. */
const overlapPx = 52;

/** Builds an index once, so that queries are cheap. */
export function clusterPlaces<One extends { coordinates: readonly [latitude: number, longitude: number] }>(
  all: readonly One[],
) {
  const index = new Supercluster<{ one: One }>({ radius: overlapPx, extent: 256, maxZoom: unclusteredZoom - 1 });
  index.load(
    all.map((one) => ({
      type: "Feature",
      // GeoJSON has the longitude first.
      geometry: { type: "Point", coordinates: [one.coordinates[1], one.coordinates[0]] },
      properties: { one },
    })),
  );
  return {
    /** Positions of a cluster's items. */
    placesOf(clusterId: number): LatLon[] {
      return index
        .getLeaves(clusterId, Number.POSITIVE_INFINITY)
        .map(({ properties: { one } }) => [one.coordinates[0], one.coordinates[1]]);
    },
    spotsIn({ west, south, east, north }: MapBounds, zoom: number): Spot<One>[] {
      // Invisible markers must not be reachable by keyboard.
      const box: [number, number, number, number] = [west, Math.max(-90, south), east, Math.min(90, north)];
      return index.getClusters(box, Math.round(zoom)).map((feature): Spot<One> => {
        const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
        const anchor: LatLon = [latitude, longitude];
        const { properties } = feature;
        return "cluster" in properties
          ? {
              kind: "cluster",
              id: properties.cluster_id,
              anchor,
              count: properties.point_count,
            }
          : { kind: "one", anchor, one: properties.one };
      });
    },
  };
}
