import { useMemo, useState } from "react";
import type { PublicPoint, QuestResults } from "../../../contract/results.ts";
import { dotsOf } from "../../components/map/dots.ts";
import { type LatLon, type MapView, viewOf } from "../../components/map/map-view.ts";
import { MapWhenNear } from "../../components/map/map-when-near.tsx";
import { PointsDot } from "../../components/map/points-dot.tsx";
import { t } from "../../texts/results.ts";
import styles from "./results.module.css";

/** Near enough for all sizes of the map: it has this height, and phones are narrower. */
const mapHeightPx = 400;
const closestZoom = 13;

/** Where the data points were measured, all in view at first. */
export function PointsMap({ points, box }: { points: readonly PublicPoint[]; box: NonNullable<QuestResults["box"]> }) {
  const places = useMemo(() => points.flatMap(({ coordinates }) => (coordinates ? [coordinates] : [])), [points]);
  const [view, setView] = useState(() => viewOfBox(box));
  const dots = useMemo(() => dotsOf(places, view.zoom), [places, view.zoom]);
  return (
    <MapWhenNear
      label={t("results.map.of", { count: places.length })}
      view={view}
      onViewChange={setView}
      className={styles.map}
    >
      {dots.map((dot) => (
        <PointsDot key={dot.key} anchor={dot.anchor} count={dot.count} />
      ))}
    </MapWhenNear>
  );
}

function viewOfBox([west, south, east, north]: NonNullable<QuestResults["box"]>): MapView {
  const corners: LatLon[] = [
    [south, west],
    [north, west > east ? east + 360 : east],
  ];
  const size = { width: Math.min(900, window.innerWidth - 32), height: mapHeightPx };
  return viewOf(corners, size, { left: 0, top: 0, right: size.width, bottom: size.height }, closestZoom);
}
