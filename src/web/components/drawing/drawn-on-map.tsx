import type { DrawnPoint } from "../../../protocol/drawn-points.ts";
import type { GeometryKind } from "../../../protocol/geometry.ts";
import { type LatLon, type MapSize, type MapView, viewOf } from "../map/map-view.ts";
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

/** The closest view of a map of about this size that shows all points. */
export function viewOfPoints(points: readonly DrawnPoint[], size: MapSize): MapView {
  const places = points.map(({ position: [longitude, latitude] }): LatLon => [latitude, longitude]);
  return viewOf(places, size, { left: 0, top: 0, right: size.width, bottom: size.height }, zoomMax);
}
