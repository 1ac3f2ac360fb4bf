import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinned from "lucide-react/icons/map-pinned";
import type { TileComponent } from "pigeon-maps";
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import type { TrackFix } from "../../foundation/api/kept-maps.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { Button } from "../../ui/button.tsx";
import { clusterPlaces, unclusteredZoom } from "../../ui/map/cluster-places.ts";
import mapStyles from "../../ui/map/map.module.css";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapTile } from "../../ui/map/map-tile.tsx";
import { MapTilesContext } from "../../ui/map/map-tiles.ts";
import { type LatLon, type MapBounds, type MapSize, type MapView, measureMap, viewOf } from "../../ui/map/map-view.ts";
import { dotsOf, PointsDot } from "../../ui/map/points-dot.tsx";
import { AccuracyCircle } from "../../ui/map/position-map.tsx";
import { drawVectorTile, type Piece } from "./draw-vector-tile.ts";
import styles from "./field-map.module.css";
import { type FieldPlace, placeOf } from "./field-places.ts";
import { darkColours, lightColours } from "./map-style.ts";
import { linesOf } from "./track-recorder.ts";
import { type DrawableTile, KeptMapContext, nearestKept, type ReadableMap } from "./use-kept-map.ts";

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
              // Unless somebody moves it, the map follows its places, of which some come late.
              if (next !== shown) setView(next);
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
