import Smartphone from "lucide-react/icons/smartphone";
import { useMemo, useRef, useState } from "react";
import type { Quest } from "../../../contract/quests.ts";
import { clusterPlaces, unclusteredZoom } from "../../components/map/cluster-places.ts";
import { MapCanvas } from "../../components/map/map.tsx";
import { MapCluster, MapMarker } from "../../components/map/map-marker.tsx";
import { MapPopup } from "../../components/map/map-popup.tsx";
import { type LatLon, type MapBounds, type MapView, measureMap, viewOf } from "../../components/map/map-view.ts";
import { EmptyState } from "../../components/message-state.tsx";
import type { QuestOutbox } from "../../outbox/quest-outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { t as outboxText } from "../../texts/outbox.ts";
import { t } from "../../texts/own.ts";
import { DeliveredPoint, type NumberedPoint, type PointAction } from "./delivered-point.tsx";
import styles from "./own-points-map.module.css";
import { WaitingPoint } from "./waiting-point.tsx";

type PlacedPoint = { key: string; coordinates: LatLon; label: string } & (
  | { kind: "delivered"; point: NumberedPoint }
  | { kind: "waiting"; record: PointRecord }
);

const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };
/** What a narrow phone has room for: more than that shows more of what lies around. */
const firstSize = { width: 320, height: 360 };
const firstBox = { left: 0, top: 0, right: firstSize.width, bottom: firstSize.height };
const firstZoomMax = 17;

/** Where one's own data points are, those on this phone too; a marker opens its point. */
export function OwnPointsMap({
  quest,
  points,
  outbox,
  tileUrl,
  tileAttribution,
  onReload,
  onAct,
}: {
  quest: Quest;
  points: readonly NumberedPoint[];
  outbox: QuestOutbox;
  tileUrl: string | undefined;
  tileAttribution: string | undefined;
  onReload: () => void;
  onAct: (action: PointAction, point: NumberedPoint) => void;
}) {
  const placed = useMemo(() => placePoints(points, outbox), [points, outbox]);
  const [view, setView] = useState<MapView>();
  const [bounds, setBounds] = useState(world);
  const [openKey, setOpenKey] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const clusters = useMemo(() => clusterPlaces(placed), [placed]);
  const firstView = useMemo(
    () =>
      viewOf(
        placed.map(({ coordinates }) => coordinates),
        firstSize,
        firstBox,
        firstZoomMax,
      ),
    [placed],
  );
  if (placed.length === 0) return <EmptyState>{t("own.map.empty")}</EmptyState>;
  const shownView = view ?? firstView;
  const close = () => {
    setOpenKey(undefined);
    opener.current?.focus();
  };
  const isInSight = ([latitude, longitude]: LatLon) =>
    latitude > bounds.south && latitude < bounds.north && longitude > bounds.west && longitude < bounds.east;

  return (
    <MapCanvas
      label={t("own.map")}
      view={shownView}
      onViewChange={(next, nextBounds) => {
        setView(next);
        setBounds(nextBounds);
      }}
      tileUrl={tileUrl}
      tileAttribution={tileAttribution}
      className={styles.map}
    >
      {clusters.spotsIn(bounds, shownView.zoom).flatMap((spot) => {
        if (spot.kind === "cluster") {
          return [
            <MapCluster
              key={`cluster-${spot.id}`}
              anchor={spot.anchor}
              count={spot.count}
              label={t("own.map.cluster", { count: spot.count })}
              onPress={(button) => {
                const measured = measureMap(button);
                if (!measured) return;
                const next = viewOf(clusters.placesOf(spot.id), measured.size, measured.box, unclusteredZoom);
                setView({ ...next, zoom: Math.max(next.zoom, Math.round(shownView.zoom) + 1) });
              }}
            />,
          ];
        }
        const { one, anchor } = spot;
        const isOpen = openKey === one.key;
        const marker = (
          <MapMarker
            key={one.key}
            anchor={anchor}
            label={one.label}
            type={one.kind === "delivered" ? quest.quest_type : undefined}
            isLifted={isOpen}
            isExpanded={isOpen}
            onPress={(button) => {
              opener.current = button;
              setOpenKey(isOpen ? undefined : one.key);
            }}
            onReach={() => {
              if (!isInSight(anchor)) setView({ ...shownView, center: anchor });
            }}
            {...(isOpen && { onEscape: close })}
          >
            {one.kind === "delivered" ? one.point.number : <Smartphone aria-hidden="true" />}
          </MapMarker>
        );
        if (!isOpen) return [marker];
        return [
          marker,
          <MapPopup
            key={`popup-${one.key}`}
            anchor={anchor}
            label={one.label}
            view={shownView}
            onPan={setView}
            onClose={close}
          >
            <div className={styles.popup}>
              {one.kind === "delivered" ? (
                <DeliveredPoint
                  point={one.point}
                  quest={quest}
                  isReplaced={outbox.replacedIds.has(one.point.dataPoint.id)}
                  onReload={onReload}
                  onAct={onAct}
                />
              ) : (
                <WaitingPoint point={one.record} quest={quest} />
              )}
            </div>
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}

function placePoints(points: readonly NumberedPoint[], { waiting, justDelivered }: QuestOutbox): PlacedPoint[] {
  const delivered = points.flatMap((point): PlacedPoint[] => {
    const [latitude = Number.NaN, longitude = Number.NaN] = (point.dataPoint.coordinates ?? "").split(",").map(Number);
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return [];
    const label = t("own.map.point", { number: point.number });
    return [{ kind: "delivered", key: point.dataPoint.id, coordinates: [latitude, longitude], label, point }];
  });
  const onThisPhone = [...justDelivered, ...waiting].flatMap((record): PlacedPoint[] => {
    if (!record.position) return [];
    const { latitude, longitude } = record.position;
    const label = t("own.map.waiting", { state: outboxText(`outbox.state.${record.state}`) });
    return [{ kind: "waiting", key: record.id, coordinates: [latitude, longitude], label, record }];
  });
  return [...delivered, ...onThisPhone];
}
