import Crosshair from "lucide-react/icons/crosshair";
import Plus from "lucide-react/icons/plus";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { listMap } from "../../../contract/limits.ts";
import { type DrawnPoint, geometryOf } from "../../../protocol/drawn-points.ts";
import { type GeometryKind, pointCountMax } from "../../../protocol/geometry.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "../../ui/geometry/drawing.module.css";
import { DrawnOnMap, viewOfPoints } from "../../ui/geometry/drawn-on-map.tsx";
import { sizeWords } from "../../ui/geometry-words.ts";
import { announce } from "../../ui/live-region.tsx";
import { type LatLon, type MapView, minZoom, roundPlace } from "../../ui/map/map-view.ts";
import { MapWhenNear } from "../../ui/map/map-when-near.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useWalkingPosition } from "../fixes/use-walking-position.ts";
import { fingertipMeters } from "../positions/given-position.ts";

/** Shows single houses. */
const nearZoom = 17;
const openAfterMs = 2_000;
const size = { width: 320, height: 300 };

/** A map on which each tap adds a point, or moves the only one. Keyboards move the map and add its centre. */
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
  const [view, setView] = useState(() => (points.length > 0 ? viewOfPoints(points, size) : undefined));
  // Opens where the volunteer is, if the device knows it soon.
  const openAt = useCallback((first: MapView) => setView((before) => before ?? first), []);
  useWalkingPosition(({ latitude, longitude }) => openAt({ center: [latitude, longitude], zoom: nearZoom }));
  useEffect(() => {
    const timer = setTimeout(() => openAt({ center: listMap.center, zoom: minZoom }), openAfterMs);
    return () => clearTimeout(timer);
  }, [openAt]);

  const isPoint = kind === "point";
  const isFull = !isPoint && points.length >= pointCountMax;

  function add(place: LatLon) {
    if (!view || isFull) return;
    const [latitude, longitude] = roundPlace(place);
    const accuracyMeters = fingertipMeters(latitude, view.zoom);
    const next: DrawnPoint[] = [...(isPoint ? [] : points), { position: [longitude, latitude], accuracyMeters }];
    onPoints(next);
    announce(
      isPoint
        ? t("kinds.drawing.placed", { place: sizeWords(geometryOf(kind, next, "tapped")) })
        : t("kinds.drawing.added", { count: next.length }),
    );
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
          {isPoint ? null : (
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
          )}
          <Button tone="next" onClick={onClose}>
            {t("kinds.drawing.done")}
          </Button>
        </>
      }
    >
      <p className="muted figures">{t(isPoint ? "kinds.drawing.tap.hint.point" : "kinds.drawing.tap.hint")}</p>
      <div className={styles.mapBox}>
        {view ? (
          <MapWhenNear
            label={t("kinds.drawing.map")}
            view={view}
            onViewChange={setView}
            onPick={add}
            className={styles.mapFrame}
          >
            <DrawnOnMap kind={kind} points={points} isOpen />
          </MapWhenNear>
        ) : (
          <Skeleton height="100%" radius="10px" />
        )}
        <Crosshair className={styles.cross} aria-hidden="true" />
      </div>
      <Button icon={<Plus aria-hidden="true" />} disabled={!view || isFull} onClick={() => view && add(view.center)}>
        {t(isPoint ? "kinds.drawing.useCentre" : "kinds.drawing.addCentre")}
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
