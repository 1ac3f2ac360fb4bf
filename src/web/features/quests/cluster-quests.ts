import Supercluster from "supercluster";
import type { QuestMarker } from "../../../contract/quests.ts";
import type { LatLon, MapBounds } from "../../components/map/map-view.ts";

/** What is drawn at one place: a quest, or several that would overlap at this zoom. */
export type Spot =
  | { kind: "quest"; anchor: LatLon; marker: QuestMarker }
  | { kind: "cluster"; id: number; anchor: LatLon; count: number };

/** Pixels; markers are 50 wide. */
const overlapPx = 52;
const maxClusterZoom = 16;
/** From here on nothing is clustered, even where quests share a place. */
export const unclusteredZoom = maxClusterZoom + 1;

/** Sorts the markers once; asking for what is in sight is then cheap, whatever their number. */
export function clusterQuests(markers: readonly QuestMarker[]) {
  const index = new Supercluster<{ marker: QuestMarker }>({ radius: overlapPx, extent: 256, maxZoom: maxClusterZoom });
  index.load(
    markers.map((marker) => ({
      type: "Feature",
      // GeoJSON has the longitude first, the product the latitude.
      geometry: { type: "Point", coordinates: [marker.coordinates[1], marker.coordinates[0]] },
      properties: { marker },
    })),
  );
  return {
    /** Where the quests of a cluster are. */
    placesOf(clusterId: number): LatLon[] {
      return index
        .getLeaves(clusterId, Number.POSITIVE_INFINITY)
        .map(({ properties }) => properties.marker.coordinates);
    },
    spotsIn({ west, south, east, north }: MapBounds, zoom: number): Spot[] {
      // Only what is in sight: a marker that could be reached by keyboard but not seen would puzzle.
      const box: [number, number, number, number] = [
        Math.max(-180, west),
        Math.max(-90, south),
        Math.min(180, east),
        Math.min(90, north),
      ];
      return index.getClusters(box, Math.round(zoom)).map((feature): Spot => {
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
          : { kind: "quest", anchor, marker: properties.marker };
      });
    },
  };
}
