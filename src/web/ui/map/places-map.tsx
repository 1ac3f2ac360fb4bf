import { type ReactNode, useMemo, useRef, useState } from "react";
import type { QuestType } from "../../../contract/enums.ts";
import { clusterPlaces } from "./cluster-places.ts";
import { MapCanvas } from "./map.tsx";
import { MapCluster, MapMarker } from "./map-marker.tsx";
import { MapPopup } from "./map-popup.tsx";
import { type LatLon, type MapBounds, type MapView, measureMap, viewOf } from "./map-view.ts";
import { spreadPins, unclusteredZoom } from "./spread-pins.ts";
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

/** With what stands beside the map: pins keep their place in a ring while some of them are out of sight. */
function withMargin({ west, south, east, north }: MapBounds): MapBounds {
  const [across, up] = [(east - west) / 4, (north - south) / 4];
  return { west: west - across, south: south - up, east: east + across, north: north + up };
}

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
  const spots = clusters.spotsIn(withMargin(bounds), shownView.zoom);
  const spread = spreadPins(
    spots.map(({ anchor }) => anchor),
    shownView.zoom,
  );
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
      {spots.flatMap((spot, index) => {
        const anchor = placeInSight(spread[index] ?? spot.anchor, bounds);
        // The keyboard must not reach what is out of sight.
        if (!anchor) return [];
        if (spot.kind === "cluster") {
          return [
            <MapCluster
              key={`cluster-${spot.id}`}
              anchor={anchor}
              count={spot.count}
              label={clusterLabel(spot.count)}
              onPress={openCluster(spot.id)}
            />,
          ];
        }
        const { one } = spot;
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
