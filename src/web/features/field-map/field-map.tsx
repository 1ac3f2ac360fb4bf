import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinned from "lucide-react/icons/map-pinned";
import { useContext, useMemo, useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import type { TrackFix } from "../../foundation/api/kept-maps.ts";
import { Button } from "../../ui/button.tsx";
import { clusterPlaces, unclusteredZoom } from "../../ui/map/cluster-places.ts";
import { dotsOf } from "../../ui/map/dots.ts";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapTilesContext } from "../../ui/map/map-tiles.ts";
import { type LatLon, type MapBounds, type MapSize, type MapView, measureMap, viewOf } from "../../ui/map/map-view.ts";
import { PointsDot } from "../../ui/map/points-dot.tsx";
import { AccuracyCircle } from "../../ui/map/position-map.tsx";
import styles from "./field-map.module.css";
import { type FieldPlace, placeOf } from "./field-places.ts";
import { KeptTile } from "./kept-tile.tsx";
import { linesOf } from "./track-recorder.ts";
import { KeptMapContext, type ReadableMap } from "./use-kept-map.ts";

/** The map on a narrow phone. */
const firstSize = { width: 358, height: 380 };
const firstBox = { left: 0, top: 0, right: firstSize.width, bottom: firstSize.height };
const placesZoomMax = 16;
const hereZoom = 16;
const world: MapBounds = { west: -180, south: -85, east: 180, north: 85 };

/** Position, places, own data points and the own way, on the map that is on this phone. */
export function FieldMap({
  places,
  chosenId,
  onChoose,
  here,
  own,
  track,
  map,
}: {
  places: readonly FieldPlace[];
  chosenId: number | undefined;
  onChoose: (id: number) => void;
  here: Fix | undefined;
  own: readonly LatLon[];
  track: readonly TrackFix[];
  map: ReadableMap | undefined;
}) {
  const usual = useContext(MapTilesContext);
  const tiles = useMemo(() => (map ? { ...usual, attribution: map.attribution, Tile: KeptTile } : usual), [usual, map]);
  const firstView = useMemo(() => viewOf(places.map(placeOf), firstSize, firstBox, placesZoomMax), [places]);
  const [view, setView] = useState<MapView>();
  const [bounds, setBounds] = useState(world);
  const shown = view ?? firstView;
  const clusters = useMemo(
    () =>
      clusterPlaces(
        places.map((place) => ({
          ...place,
          key: String(place.id),
          coordinates: placeOf(place),
          label: place.name,
          type: undefined,
        })),
      ),
    [places],
  );
  const chosen = places.find(({ id }) => id === chosenId);
  const hereAt = here && placeOf(here);
  const openCluster = (id: number) => (button: HTMLButtonElement) => {
    const measured = measureMap(button);
    if (!measured) return;
    const next = viewOf(clusters.placesOf(id), measured.size, measured.box, unclusteredZoom);
    setView({ ...next, zoom: Math.max(next.zoom, Math.round(shown.zoom) + 1) });
  };
  return (
    <div className={`stack gap-8 ${styles.map}`}>
      <KeptMapContext value={map}>
        <MapTilesContext value={tiles}>
          <MapCanvas
            // Tiles are drawn anew once the map on this phone is known.
            key={map ? "kept" : "usual"}
            label={t("map.label")}
            view={shown}
            onViewChange={(next, nextBounds) => {
              setView(next);
              setBounds(nextBounds);
            }}
          >
            {here ? (
              <AccuracyCircle anchor={placeOf(here)} radiusMeters={here.accuracyMeters} zoom={shown.zoom} />
            ) : null}
            {linesOf(track).map((line) => (
              <MapLine key={line[0]?.atMs} kind="track" points={line.map(placeOf)} />
            ))}
            {hereAt && chosen ? <MapLine kind="way" points={[hereAt, placeOf(chosen)]} /> : null}
            {dotsOf(own, shown.zoom).map(({ key, ...dot }) => (
              <PointsDot key={key} {...dot} />
            ))}
            {clusters.spotsIn(bounds, shown.zoom).map((spot) =>
              spot.kind === "cluster" ? (
                <MapCluster
                  key={`cluster-${spot.id}`}
                  anchor={spot.anchor}
                  count={spot.count}
                  label={t("map.cluster", { count: spot.count })}
                  onPress={openCluster(spot.id)}
                />
              ) : (
                <MapMarker
                  key={spot.one.id}
                  anchor={spot.anchor}
                  label={t("map.place.label", {
                    name: spot.one.name,
                    state: t(spot.one.due ? "map.place.due" : "map.place.done"),
                  })}
                  isLifted={spot.one.id === chosenId}
                  onPress={() => onChoose(spot.one.id)}
                >
                  {spot.one.due ? undefined : "✓"}
                </MapMarker>
              ),
            )}
            {hereAt ? <MapHere anchor={hereAt} label={t("map.here")} /> : null}
          </MapCanvas>
        </MapTilesContext>
      </KeptMapContext>
      <div className="cluster center between gap-8 across-12">
        {hereAt ? (
          <Button
            small
            icon={<LocateFixed aria-hidden="true" />}
            onClick={() => setView({ center: hereAt, zoom: Math.max(hereZoom, Math.round(shown.zoom)) })}
          >
            {t("map.goHere")}
          </Button>
        ) : null}
        <Button small icon={<MapPinned aria-hidden="true" />} onClick={() => setView(firstView)}>
          {t("map.goAll")}
        </Button>
      </div>
    </div>
  );
}

/** The own way, or the straight line to a place. The map passes the rest. */
function MapLine({
  kind,
  points,
  mapState,
  latLngToPixel,
}: {
  kind: "track" | "way";
  points: readonly LatLon[];
  mapState?: MapSize;
  latLngToPixel?: (place: LatLon) => [number, number];
}) {
  if (!mapState || !latLngToPixel) return null;
  const path = points.map((point) => latLngToPixel(point).map(Math.round).join(",")).join(" ");
  return (
    <svg className={styles.line} width={mapState.width} height={mapState.height} data-kind={kind} aria-hidden="true">
      <polyline points={path} />
      <polyline points={path} />
    </svg>
  );
}
