import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import { useOwnDataPoint } from "../../api/data-points.ts";
import { clusterPlaces, unclusteredZoom } from "../../components/map/cluster-places.ts";
import { MapCanvas } from "../../components/map/map.tsx";
import { MapCluster, MapMarker } from "../../components/map/map-marker.tsx";
import { MapPopup } from "../../components/map/map-popup.tsx";
import { type LatLon, type MapBounds, type MapView, measureMap, viewOf } from "../../components/map/map-view.ts";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import type { QuestOutbox } from "../../outbox/quest-outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { t as outboxText } from "../../texts/outbox.ts";
import { t } from "../../texts/own.ts";
import { DeliveredPoint, type NumberedPoint, type PointAction } from "./delivered-point.tsx";
import styles from "./own-points-map.module.css";
import { WaitingPoint } from "./waiting-point.tsx";

type PlacedPoint = { key: string; coordinates: LatLon; label: string } & (
  | { kind: "delivered"; number: number }
  | { kind: "waiting"; record: PointRecord }
);

const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };
/** The size of the map on a narrow phone. */
const firstSize = { width: 320, height: 360 };
const firstBox = { left: 0, top: 0, right: firstSize.width, bottom: firstSize.height };
const firstZoomMax = 17;

/** The volunteer's data points on a map, including those on this phone. */
export function OwnPointsMap({
  username,
  quest,
  points,
  summary,
  hasFailed,
  outbox,
  onReload,
  onAct,
}: {
  username: string;
  quest: Quest;
  /** The loaded ones. Others are fetched when their marker is pressed. */
  points: readonly NumberedPoint[];
  summary: DataPointSummary | undefined;
  hasFailed: boolean;
  outbox: QuestOutbox;
  onReload: () => void;
  onAct: (action: PointAction, point: NumberedPoint) => void;
}) {
  const placed = useMemo(() => placePoints(summary, outbox), [summary, outbox]);
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
  if (hasFailed) return <FailedState message={t("own.map.failed")} onRetry={onReload} />;
  if (!summary && placed.length === 0) return <Skeleton height="24rem" radius="10px" />;
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
            {one.kind === "delivered" ? one.number : <Smartphone aria-hidden="true" />}
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
                <PointByNumber
                  number={one.number}
                  points={points}
                  ofQuest={{ username, questId: quest.id }}
                  shown={(point) => (
                    <DeliveredPoint
                      point={point}
                      quest={quest}
                      isReplaced={outbox.replacedIds.has(point.dataPoint.id)}
                      onReload={onReload}
                      onAct={onAct}
                    />
                  )}
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

/** A loaded data point, or one that is fetched. */
function PointByNumber({
  number,
  points,
  ofQuest,
  shown,
}: {
  number: number;
  points: readonly NumberedPoint[];
  ofQuest: { username: string; questId: number };
  shown: (point: NumberedPoint) => ReactNode;
}) {
  const listed = points.find((point) => point.number === number);
  const { data: found, error, mutate } = useOwnDataPoint(ofQuest, listed ? undefined : number);
  if (listed) return shown(listed);
  const dataPoint = found?.[0];
  if (dataPoint) return shown({ number, dataPoint });
  if (error !== undefined || found)
    return <FailedState message={t("own.map.pointFailed", { number })} onRetry={() => void mutate()} />;
  return <Loading height="5.500rem" />;
}

function placePoints(summary: DataPointSummary | undefined, { waiting, justDelivered }: QuestOutbox): PlacedPoint[] {
  const delivered = (summary?.places ?? []).flatMap(([latitude, longitude], index): PlacedPoint[] => {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return [];
    const number = (summary?.first_number ?? 1) + index;
    const label = t("own.map.point", { number });
    return [{ kind: "delivered", key: `point ${number}`, coordinates: [latitude, longitude], label, number }];
  });
  const onThisPhone = [...justDelivered, ...waiting].flatMap((record): PlacedPoint[] => {
    if (!record.position) return [];
    const { latitude, longitude } = record.position;
    const label = t("own.map.waiting", { state: outboxText(`outbox.state.${record.state}`) });
    return [{ kind: "waiting", key: record.id, coordinates: [latitude, longitude], label, record }];
  });
  return [...delivered, ...onThisPhone];
}
