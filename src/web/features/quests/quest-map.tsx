import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quests-map.ts";
import { listMap } from "../../../contract/limits.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapPopup } from "../../ui/map/map-popup.tsx";
import { type LatLon, type MapView, viewOfCluster } from "../../ui/map/map-view.ts";
import { useMapLook } from "../../ui/map/use-map-look.ts";
import { lookOfType, questTypeIcons } from "../../ui/quest-type.tsx";
import { QuestPopup } from "./quest-popup.tsx";
import type { QuestSearch } from "./use-quest-search.ts";

const firstView: MapView = { center: listMap.center, zoom: listMap.zoom };

/** The listed quests on a map, with clusters for overlapping markers. */
export function QuestMap({
  search,
  liftedId,
  view: keptView,
  onViewChange,
  openId,
  onOpen,
  here,
  statusOf,
}: {
  search: QuestSearch;
  /** The quest whose card is hovered or focused. */
  liftedId?: number | undefined;
  /** Undefined: the default view. */
  view: MapView | undefined;
  onViewChange: (view: MapView) => void;
  /** The quest whose popup is open. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  /** The user's position, if known. */
  here: LatLon | undefined;
  /** The user's status, by quest. */
  statusOf: ReadonlyMap<number, string>;
}) {
  const view = keptView ?? firstView;
  const latestView = useRef(view);
  useEffect(() => {
    latestView.current = view;
  });
  const changeView = (next: MapView) => {
    if (!isSameView(next, latestView.current)) onViewChange(next);
  };
  const [isRestored, setIsRestored] = useState(openId !== undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const { look, see, inSight } = useMapLook();
  const { type, status } = search;
  const { data: spots = [] } = useCall(
    "listQuestClusters",
    look && { query: { q: search.q.trim() || undefined, type, status, bbox: look.bbox.join(","), zoom: look.zoom } },
    { keepPreviousData: true },
  );

  const close = () => {
    onOpen(undefined);
    opener.current?.focus();
  };

  return (
    <MapCanvas
      label={t("quests.map.label")}
      view={view}
      onViewChange={(next, nextBounds) => {
        changeView(next);
        see(nextBounds, next.zoom);
      }}
    >
      {here ? <MapHere anchor={here} label={t("quests.map.here")} /> : null}
      {spots.flatMap((spot) => {
        const anchor = inSight(spot.coordinates);
        if (!anchor) return [];
        if ("count" in spot) {
          return [
            <MapCluster
              key={`cluster-${anchor}`}
              anchor={anchor}
              count={spot.count}
              label={t("quests.map.cluster", { count: spot.count })}
              onPress={(button) => {
                const next = viewOfCluster(button, spot.box, view.zoom);
                if (next) changeView(next);
              }}
            />,
          ];
        }
        const { id, quest_name: name, quest_type: type } = spot;
        const Icon = questTypeIcons[lookOfType(type)];
        const isOpen = openId === id;
        const pin = (
          <MapMarker
            key={id}
            anchor={anchor}
            label={`${name}, ${t(`app.questType.${type}`)}`}
            type={type}
            isLifted={isOpen || liftedId === id}
            isExpanded={isOpen}
            onPress={(button) => {
              opener.current = button;
              setIsRestored(false);
              onOpen(isOpen ? undefined : id);
            }}
            onReach={() => {
              if (!inSight(anchor)) changeView({ ...view, center: anchor });
            }}
            {...(isOpen && { onEscape: close })}
          >
            <Icon aria-hidden="true" />
          </MapMarker>
        );
        if (!isOpen) return [pin];
        return [
          pin,
          <MapPopup
            key={`popup-${id}`}
            anchor={anchor}
            label={name}
            view={view}
            isRestored={isRestored}
            onPan={changeView}
            onClose={close}
          >
            <QuestPopup id={id} name={name} type={type} status={statusOf.get(id)} />
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}

/** Tolerates the map's rounding. */
const samePlaceDegrees = 1e-7;

function isSameView(one: MapView, other: MapView): boolean {
  return (
    Math.abs(one.zoom - other.zoom) < 1e-6 &&
    Math.abs(one.center[0] - other.center[0]) < samePlaceDegrees &&
    Math.abs(one.center[1] - other.center[1]) < samePlaceDegrees
  );
}
