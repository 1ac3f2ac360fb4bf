import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinned from "lucide-react/icons/map-pinned";
import type { TileComponent } from "pigeon-maps";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import type { TrackFix } from "../../foundation/api/kept-maps.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { IconButton } from "../../ui/button.tsx";
import { clusterPlaces } from "../../ui/map/cluster-places.ts";
import mapStyles from "../../ui/map/map.module.css";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapTile } from "../../ui/map/map-tile.tsx";
import { MapTilesContext } from "../../ui/map/map-tiles.ts";
import {
  isSameView,
  type LatLon,
  type MapBounds,
  type MapSize,
  type MapView,
  measureMap,
  nearestTurn,
  viewOf,
} from "../../ui/map/map-view.ts";
import { dotsOf, PointsDot } from "../../ui/map/points-dot.tsx";
import { AccuracyCircle } from "../../ui/map/position-map.tsx";
import { unclusteredZoom } from "../../ui/map/spread-pins.ts";
import { drawVectorTile, type Piece } from "./draw-vector-tile.ts";
import styles from "./field-map.module.css";
import { type FieldPlace, isFar, placeOf } from "./field-places.ts";
import { darkColours, lightColours } from "./map-style.ts";
import { linesOf } from "./track-recorder.ts";
import { type DrawableTile, KeptMapContext, nearestKept, type ReadableMap } from "./use-kept-map.ts";

/** The map on a narrow phone, until it is measured. */
const firstRoom = { size: { width: 390, height: 560 }, box: { left: 0, top: 64, right: 390, bottom: 560 } };
const placesZoomMax = 16;
const hereZoom = 16;
/** Of the map's width and height, from its middle. */
const seenShare = 0.38;
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
  const around = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(firstRoom);
  useLayoutEffect(() => setRoom(roomIn(around.current)), []);
  const firstView = useMemo(() => viewIn(room, places.map(placeOf)), [room, places]);
  const [view, setView] = useState<MapView>();
  const [bounds, setBounds] = useState(world);
  const reported = useRef<MapView>(undefined);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the map.
  useEffect(() => {
    if (!chosen) return;
    const isNear = here && !isFar(metersBetween(here, chosen));
    setView(viewIn(roomIn(around.current), [placeOf(chosen), ...(isNear ? [placeOf(here)] : [])]));
  }, [chosenId]);
  const openCluster = (id: number) => (button: HTMLButtonElement) => {
    const measured = measureMap(button);
    if (!measured) return;
    const next = viewOf(clusters.placesOf(id), measured.size, measured.box, unclusteredZoom);
    setView({ ...next, zoom: Math.max(next.zoom, Math.round(shown.zoom) + 1) });
  };
  return (
    <div ref={around} className={styles.map}>
      <KeptMapContext value={map}>
        <MapTilesContext value={tiles}>
          <MapCanvas
            // Tiles are drawn anew once the map on this phone is known.
            key={map ? "kept" : "usual"}
            label={t("map.label")}
            view={shown}
            isWhole
            onViewChange={(next, nextBounds) => {
              const isResized = reported.current !== undefined && isSameView(reported.current, next);
              reported.current = next;
              // A list that opens takes no position out of sight.
              if (isResized && hereAt && isIn(bounds, hereAt) && !isIn(nextBounds, hereAt)) {
                setView({ center: hereAt, zoom: next.zoom });
              }
              // Unless somebody moves it, the map follows its places, of which some come late.
              else if (next !== shown) setView(next);
              setBounds(nextBounds);
            }}
            controls={
              <>
                {hereAt ? (
                  <IconButton
                    label={t("map.goHere")}
                    onClick={() => setView({ center: hereAt, zoom: Math.max(hereZoom, Math.round(shown.zoom)) })}
                  >
                    <LocateFixed aria-hidden="true" />
                  </IconButton>
                ) : null}
                <IconButton
                  label={t("map.goAll")}
                  onClick={() => setView(viewIn(roomIn(around.current), places.map(placeOf)))}
                >
                  <MapPinned aria-hidden="true" />
                </IconButton>
              </>
            }
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
    </div>
  );
}

/** The part of the map that nothing covers. */
function roomIn(around: HTMLElement | null): typeof firstRoom {
  const map = around?.querySelector("[data-map]");
  const room = map ? measureMap(map) : undefined;
  return room && room.size.height > 0 ? room : firstRoom;
}

const viewIn = ({ size, box }: typeof firstRoom, places: LatLon[]) => viewOf(places, size, box, placesZoomMax);

/** Whether a place is in sight, and not at the edge, where the buttons are. */
function isIn({ west, south, east, north }: MapBounds, [latitude, longitude]: LatLon): boolean {
  const middle = (west + east) / 2;
  const eastward = Math.abs(nearestTurn(longitude, middle) - middle) / (east - west);
  const northward = Math.abs(latitude - (south + north) / 2) / (north - south);
  return Math.max(eastward, northward) < seenShare;
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

const maxPixelRatio = 2;

/** A tile of the map on this phone, or a part of the one above it; where there is none, the usual tile. */
const KeptTile: TileComponent = (props) => {
  const map = useContext(KeptMapContext);
  const { tile } = props;
  const [x = 0, y = 0, zoom = 0] = tile.key.split("-").map(Number);
  const kept = map && nearestKept(map.tiles, { x, y, zoom });
  const [failed, setFailed] = useState<string>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const address = kept?.address;
  const piece = kept?.piece;
  const pieceKey = piece && `${address} ${piece.column} ${piece.row}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the piece.
  useEffect(() => {
    if (!map || address === undefined || !piece) return;
    let isCurrent = true;
    const scheme = window.matchMedia?.("(prefers-color-scheme: dark)");
    const draw = async () => {
      try {
        const drawable = await map.read(address);
        if (isCurrent && canvas.current) paint(canvas.current, drawable, piece, scheme?.matches ?? false);
      } catch (error) {
        console.warn("A tile of the map on this phone can't be drawn.", error);
        if (isCurrent) setFailed(pieceKey);
      }
    };
    const redraw = () => void draw();
    scheme?.addEventListener("change", redraw);
    void draw().then(props.tileLoaded);
    return () => {
      isCurrent = false;
      scheme?.removeEventListener("change", redraw);
    };
  }, [map, pieceKey]);
  if (!kept || failed === pieceKey) return <MapTile {...props} />;
  return (
    <div className={mapStyles.tile} style={{ left: tile.left, top: tile.top, width: tile.width, height: tile.height }}>
      <canvas ref={canvas} className={`fills ${mapStyles.baseMapTile}`} data-kept-tile="" />
    </div>
  );
};

function paint(canvas: HTMLCanvasElement, drawable: DrawableTile, piece: Piece, isDark: boolean): void {
  const sizePx = 256 * Math.min(maxPixelRatio, Math.max(1, Math.ceil(window.devicePixelRatio || 1)));
  canvas.width = sizePx;
  canvas.height = sizePx;
  const context = canvas.getContext("2d");
  if (!context) return;
  if (drawable.kind === "vector") {
    const colours = isDark ? darkColours : lightColours;
    drawVectorTile(drawable.tile, { context, sizePx, colours, piece, language: currentLanguage().code });
    return;
  }
  const { width, height } = drawable.picture;
  const [partWidth, partHeight] = [width * piece.share, height * piece.share];
  const [left, top] = [piece.column * partWidth, piece.row * partHeight];
  context.drawImage(drawable.picture, left, top, partWidth, partHeight, 0, 0, sizePx, sizePx);
}
