import Crosshair from "lucide-react/icons/crosshair";
import Plus from "lucide-react/icons/plus";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useEffect, useState } from "react";
import { listMap } from "../../../contract/limits.ts";
import type { DrawnPoint } from "../../../protocol/drawn-points.ts";
import { type GeometryKind, pointCountMax } from "../../../protocol/geometry.ts";
import { locateOnce } from "../../fixes/fixes.ts";
import { t } from "../../texts/kinds.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { announce } from "../live-region.tsx";
import { fingertipMeters } from "../map/fingertip.ts";
import { MapCanvas } from "../map/map.tsx";
import type { LatLon, MapView } from "../map/map-view.ts";
import { roundPlace } from "../map/position-picker.tsx";
import styles from "./drawing.module.css";
import { DrawnOnMap, viewOfPoints } from "./drawn-on-map.tsx";

/** Shows single houses. */
const nearZoom = 17;
const size = { width: 320, height: 300 };

/** A map on which each tap adds a point. Keyboards move the map and add its centre. */
export function TapDialog({
  kind,
  points,
  summary,
  fault,
  onPoints,
  onClose,
}: {
  kind: GeometryKind;
  points: readonly DrawnPoint[];
  /** What there is so far. */
  summary: ReactNode;
  fault: string | undefined;
  onPoints: (points: readonly DrawnPoint[]) => void;
  onClose: () => void;
}) {
  const [view, setView] = useState<MapView>(() =>
    points.length > 0 ? viewOfPoints(points, size) : { center: listMap.center, zoom: 1 },
  );
  const [isMoved, setIsMoved] = useState(points.length > 0);
  // Opens where the volunteer is, if the device says so before they move the map.
  useEffect(() => {
    let isCurrent = !isMoved;
    locateOnce(false).then(
      ({ latitude, longitude }) => {
        if (isCurrent) setView({ center: [latitude, longitude], zoom: nearZoom });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isMoved]);

  function add(place: LatLon) {
    if (points.length >= pointCountMax) return;
    const [latitude, longitude] = roundPlace(place);
    const accuracyMeters = fingertipMeters(latitude, view.zoom);
    setIsMoved(true);
    onPoints([...points, { position: [longitude, latitude], accuracyMeters }]);
    announce(t("kinds.drawing.added", { count: points.length + 1 }));
  }

  return (
    <Dialog
      open
      title={t(`kinds.drawing.tap.${kind}`)}
      onClose={onClose}
      keepOnOutsideClick
      widthPx={640}
      footer={
        <>
          <Button
            icon={<Undo2 aria-hidden="true" />}
            disabled={points.length === 0}
            onClick={() => {
              onPoints(points.slice(0, -1));
              announce(t("kinds.drawing.undone", { count: points.length - 1 }));
            }}
          >
            {t("kinds.drawing.undo")}
          </Button>
          <Button tone="next" onClick={onClose}>
            {t("kinds.drawing.done")}
          </Button>
        </>
      }
    >
      <p className={styles.details}>{t("kinds.drawing.tap.hint")}</p>
      <div className={styles.mapBox}>
        <MapCanvas label={t("kinds.drawing.map")} view={view} onViewChange={setView} onPick={add}>
          <DrawnOnMap kind={kind} points={points} isOpen />
        </MapCanvas>
        <Crosshair className={styles.cross} aria-hidden="true" />
      </div>
      <Button
        icon={<Plus aria-hidden="true" />}
        disabled={points.length >= pointCountMax}
        onClick={() => add(view.center)}
      >
        {t("kinds.drawing.addCentre")}
      </Button>
      {summary}
      {fault ? (
        <p className={styles.warning} role="status">
          {fault}
        </p>
      ) : null}
    </Dialog>
  );
}
