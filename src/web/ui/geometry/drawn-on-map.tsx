import type { DrawnPoint } from "../../../protocol/drawn-points.ts";
import type { GeometryKind } from "../../../protocol/geometry.ts";
import { type LatLon, type MapSize, type MapView, markerHeightPx, viewOf } from "../map/map-view.ts";
import styles from "./drawing.module.css";
import { DrawnPath } from "./sketch.tsx";

/** A geometry as a child of a map, which passes the rest. */
export function DrawnOnMap({
  kind,
  points,
  isOpen,
  mapState,
  latLngToPixel,
}: {
  kind: GeometryKind;
  points: readonly DrawnPoint[];
  isOpen?: boolean;
  mapState?: MapSize;
  latLngToPixel?: (place: LatLon) => [number, number];
}) {
  if (!mapState || !latLngToPixel) return null;
  const pixels = points.map(({ position: [longitude, latitude] }) => latLngToPixel([latitude, longitude]));
  return (
    <svg className={styles.onMap} width={mapState.width} height={mapState.height} aria-hidden="true">
      <DrawnPath kind={kind} pixels={pixels} isOpen={isOpen ?? false} />
    </svg>
  );
}

const zoomMax = 18;
/** Room at the right of a map, less half a marker. */
const buttonsPx = 32;
/** Room at the bottom of a narrow map. */
const sourcesPx = 40;

/** The closest view of a map of about this size that shows all points, beside its buttons and above its sources. */
export function viewOfPoints(points: readonly DrawnPoint[], { width, height }: MapSize): MapView {
  const places = points.map(({ position: [longitude, latitude] }): LatLon => [latitude, longitude]);
  // Points have no markers above them, for which a view leaves room.
  const box = { left: 0, top: -markerHeightPx, right: width - buttonsPx, bottom: height - sourcesPx };
  return viewOf(places, { width, height }, box, zoomMax);
}
