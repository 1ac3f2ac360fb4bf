import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useMemo } from "react";
import type { SWRResponse } from "swr";
import { t as outboxText } from "../../../../generated/web-texts/outbox.ts";
import { t } from "../../../../generated/web-texts/own.ts";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { QuestType } from "../../../contract/enums.ts";
import type { Quest } from "../../../contract/quests.ts";
import { type OfQuest, type OwnDataPoint, paramsOf } from "../../foundation/api/data-points.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import type { PointRecord } from "../../outbox/record.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";
import type { LatLon } from "../../ui/map/map-view.ts";
import { PlacesMapWhenNear } from "../../ui/map/map-when-near.tsx";
import type { MapPlace } from "../../ui/map/places-map.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { DeliveredPoint, type NumberedPoint, type PointAction } from "./delivered-point.tsx";
import styles from "./own-points-map.module.css";
import { WaitingPoint } from "./waiting-point.tsx";

type PlacedPoint = MapPlace & ({ kind: "delivered"; number: number } | { kind: "waiting"; record: PointRecord });

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
  const placed = useMemo(() => placePoints(summary, outbox, quest.quest_type), [summary, outbox, quest.quest_type]);
  if (hasFailed) return <FailedState message={t("own.map.failed")} onRetry={onReload} />;
  if (!summary && placed.length === 0) return <Skeleton height="24rem" radius="10px" />;
  if (placed.length === 0) return <EmptyState>{t("own.map.empty")}</EmptyState>;
  return (
    <PlacesMapWhenNear
      label={t("own.map")}
      clusterLabel={(count) => t("own.map.cluster", { count })}
      places={placed}
      className={styles.map}
      markOf={(place) => (place.kind === "delivered" ? place.number : <Smartphone aria-hidden="true" />)}
      popupOf={(place) => (
        <div className={styles.popup}>
          {place.kind === "delivered" ? (
            <PointByNumber
              number={place.number}
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
            <WaitingPoint point={place.record} quest={quest} />
          )}
        </div>
      )}
    />
  );
}

/** One data point by number, as a list that is empty if it was deleted; no request without a number. */
function useOwnDataPoint(of: OfQuest, number: number | undefined) {
  const query = { limit: 1, after: String((number ?? 0) + 1) };
  const input = number === undefined ? undefined : { params: paramsOf(of), query };
  return useCall("listDataPoints", input) as SWRResponse<OwnDataPoint[], unknown>;
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
  ofQuest: OfQuest;
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

function placePoints(
  summary: DataPointSummary | undefined,
  { waiting, justDelivered }: QuestOutbox,
  type: QuestType,
): PlacedPoint[] {
  const delivered = (summary?.places ?? []).flatMap(([latitude, longitude], index): PlacedPoint[] => {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return [];
    const number = (summary?.first_number ?? 1) + index;
    const label = t("own.map.point", { number });
    return [{ kind: "delivered", key: `point ${number}`, coordinates: [latitude, longitude], label, type, number }];
  });
  const onThisPhone = [...justDelivered, ...waiting].flatMap((record): PlacedPoint[] => {
    if (!record.position) return [];
    const { latitude, longitude } = record.position;
    const label = t("own.map.waiting", { state: outboxText(`outbox.state.${record.state}`) });
    const coordinates: LatLon = [latitude, longitude];
    return [{ kind: "waiting", key: record.id, coordinates, label, type: undefined, record }];
  });
  return [...delivered, ...onThisPhone];
}
