import { useMemo, useRef, useState } from "react";
import { listMap } from "../../../contract/limits.ts";
import type { QuestMarker } from "../../../contract/quests.ts";
import { type LatLon, type MapBounds, MapCanvas, type MapView } from "../../components/map/map.tsx";
import { MapCluster, MapMarker } from "../../components/map/map-marker.tsx";
import { MapPopup } from "../../components/map/map-popup.tsx";
import { questTypeIcons } from "../../components/quest-type.tsx";
import { t } from "../../texts/quests.ts";
import { clusterQuests } from "./cluster-quests.ts";
import { QuestPopup } from "./quest-popup.tsx";

const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };

/** Where the quests of the list are: one marker a quest, and one for several that would overlap. */
export function QuestMap({
  markers,
  liftedId,
  tileUrl,
  tileAttribution,
  className,
}: {
  markers: readonly QuestMarker[];
  /** The quest whose card is pointed at. */
  liftedId?: number | undefined;
  tileUrl: string | undefined;
  tileAttribution: string | undefined;
  className?: string | undefined;
}) {
  const [view, setView] = useState<MapView>({ center: listMap.center, zoom: listMap.zoom });
  const [bounds, setBounds] = useState(world);
  const [openId, setOpenId] = useState<number>();
  const opener = useRef<HTMLButtonElement>(null);
  const clusters = useMemo(() => clusterQuests(markers), [markers]);
  const spots = clusters.spotsIn(bounds, view.zoom);

  const isInSight = ([latitude, longitude]: LatLon) =>
    latitude > bounds.south && latitude < bounds.north && longitude > bounds.west && longitude < bounds.east;
  const close = () => {
    setOpenId(undefined);
    opener.current?.focus();
  };

  return (
    <MapCanvas
      label={t("quests.map")}
      view={view}
      onViewChange={(next, nextBounds) => {
        setView(next);
        setBounds(nextBounds);
      }}
      tileUrl={tileUrl}
      tileAttribution={tileAttribution}
      className={className}
    >
      {spots.flatMap((spot) => {
        if (spot.kind === "cluster") {
          return [
            <MapCluster
              key={`cluster-${spot.id}`}
              anchor={spot.anchor}
              count={spot.count}
              label={t("quests.map.cluster", { count: spot.count })}
              onPress={() => setView({ center: spot.anchor, zoom: spot.expansionZoom })}
            />,
          ];
        }
        const { id, quest_name: name, quest_type: type } = spot.marker;
        const anchor: LatLon = spot.anchor;
        const Icon = questTypeIcons[type];
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
              setOpenId(isOpen ? undefined : id);
            }}
            onReach={() => {
              if (!isInSight(anchor)) setView({ ...view, center: anchor });
            }}
            {...(isOpen && { onEscape: close })}
          >
            <Icon aria-hidden="true" />
          </MapMarker>
        );
        if (!isOpen) return [pin];
        return [
          pin,
          <MapPopup key={`popup-${id}`} anchor={anchor} label={name} onClose={close}>
            <QuestPopup id={id} name={name} type={type} />
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}
