import { type ReactNode, useMemo, useRef, useState } from "react";
import type { QuestType } from "../../../contract/enums.ts";
import { clusterPlaces, unclusteredZoom } from "./cluster-places.ts";
import { MapCanvas } from "./map.tsx";
import { MapCluster, MapMarker } from "./map-marker.tsx";
import { MapPopup } from "./map-popup.tsx";
import { type LatLon, type MapBounds, type MapView, measureMap, viewOf } from "./map-view.ts";
import { placeInSight } from "./use-map-look.ts";

export type MapPlace = { key: string; coordinates: LatLon; label: string; type: QuestType | undefined };

export type PlacesMapProps<Place extends MapPlace> = {
  label: string;
  clusterLabel: (count: number) => string;
  places: readonly Place[];
  className?: string | undefined;
  /** What a marker shows. */
  markOf(place: Place): ReactNode;
  popupOf(place: Place): ReactNode;
};

const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };
/** The size of the map on a narrow phone. */
const firstSize = { width: 320, height: 360 };
const firstBox = { left: 0, top: 0, right: firstSize.width, bottom: firstSize.height };
const firstZoomMax = 17;

/** Places on a map, clustered, all in view at first; each opens a popup. */
export function PlacesMap<Place extends MapPlace>({
  label,
  clusterLabel,
  places,
  className,
  markOf,
  popupOf,
}: PlacesMapProps<Place>) {
  const [view, setView] = useState<MapView>();
  const [bounds, setBounds] = useState(world);
  const [openKey, setOpenKey] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const clusters = useMemo(() => clusterPlaces(places), [places]);
  const firstView = useMemo(
    () =>
      viewOf(
        places.map(({ coordinates }) => coordinates),
        firstSize,
        firstBox,
        firstZoomMax,
      ),
    [places],
  );
  const shownView = view ?? firstView;
  const close = () => {
    setOpenKey(undefined);
    opener.current?.focus();
  };
  const openCluster = (id: number) => (button: HTMLButtonElement) => {
    const measured = measureMap(button);
    if (!measured) return;
    const next = viewOf(clusters.placesOf(id), measured.size, measured.box, unclusteredZoom);
    setView({ ...next, zoom: Math.max(next.zoom, Math.round(shownView.zoom) + 1) });
  };

  return (
    <MapCanvas
      label={label}
      view={shownView}
      onViewChange={(next, nextBounds) => {
        // Unless somebody moves it, the map follows its places.
        if (next !== shownView) setView(next);
        setBounds(nextBounds);
      }}
      className={className}
    >
      {clusters.spotsIn(bounds, shownView.zoom).flatMap((spot) => {
        if (spot.kind === "cluster") {
          return [
            <MapCluster
              key={`cluster-${spot.id}`}
              anchor={spot.anchor}
              count={spot.count}
              label={clusterLabel(spot.count)}
              onPress={openCluster(spot.id)}
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
            type={one.type}
            isLifted={isOpen}
            isExpanded={isOpen}
            onPress={(button) => {
              opener.current = button;
              setOpenKey(isOpen ? undefined : one.key);
            }}
            onReach={() => {
              if (!placeInSight(anchor, bounds)) setView({ ...shownView, center: anchor });
            }}
            {...(isOpen && { onEscape: close })}
          >
            {markOf(one)}
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
            {popupOf(one)}
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}
