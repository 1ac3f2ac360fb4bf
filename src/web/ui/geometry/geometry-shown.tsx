import { useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { pointsOf } from "../../../protocol/drawn-points.ts";
import { type Geometry, kindOfGeometry } from "../../../protocol/geometry.ts";
import { lengthWords, sizeWords } from "../geometry-words.ts";
import type { MapView } from "../map/map-view.ts";
import { MapWhenNear } from "../map/map-when-near.tsx";
import { formatAccuracy } from "../position-accuracy.ts";
import styles from "./drawing.module.css";
import { DrawnOnMap, viewOfPoints } from "./drawn-on-map.tsx";

/** The narrowest column. */
const size = { width: 230, height: 192 };

/** A stored geometry: its place or size, how it came about, and a map. */
export function GeometryShown({ geometry }: { geometry: Geometry }) {
  const kind = kindOfGeometry(geometry) ?? "line";
  const points = pointsOf(geometry);
  const [view, setView] = useState<MapView>(() => viewOfPoints(points, size));
  const radii = points.flatMap(({ accuracyMeters }) => accuracyMeters ?? []);
  const within = kind === "point" ? "kinds.drawing.withinOne" : "kinds.drawing.within";
  const details = [
    ...(kind === "area" ? [t("kinds.drawing.around", { length: lengthWords(geometry) })] : []),
    ...(kind === "point" ? [] : [t("kinds.drawing.points", { count: points.length })]),
    ...(geometry.method ? [t(`kinds.drawing.method.${geometry.method}`)] : []),
    ...(radii.length > 0 ? [t(within, { radius: formatAccuracy(Math.max(...radii)) })] : []),
  ];
  return (
    <div className="stack gap-4">
      <span>
        {sizeWords(geometry)}
        <span className={styles.shownDetails}>{details.join(" · ")}</span>
      </span>
      <MapWhenNear
        className={styles.shownMap}
        label={t(`kinds.drawing.shown.${kind}`)}
        view={view}
        onViewChange={setView}
      >
        <DrawnOnMap kind={kind} points={points} />
      </MapWhenNear>
    </div>
  );
}
