import { Draggable } from "pigeon-maps";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/components.ts";
import { listMap, markerWidthPx } from "../../../contract/limits.ts";
import { classNames } from "../class-names.ts";
import { MapCanvas } from "./map.tsx";
import { Pin, type PlacedOnMap } from "./map-marker.tsx";
import { type LatLon, type MapView, roundPlace } from "./map-view.ts";
import styles from "./position-picker.module.css";

/** Shows a town and its surroundings. */
const placeZoom = 12;
/** Shows single houses. */
const nearZoom = 16;

/**
 * A map to pick a place by tap or click, by dragging the pin or by its arrow keys. It moves to a position that changes from
 * outside.
 */
export function PositionPicker({
  label,
  position,
  near,
  onPick,
}: {
  label: string;
  /** Undefined until one is picked. */
  position: LatLon | undefined;
  /** Where the map opens until a place is picked. */
  near?: LatLon | undefined;
  /** Gets degrees with five decimals (about a metre) and the map's zoom. */
  onPick: (position: LatLon, zoom: number) => void;
}) {
  const key = position?.join();
  const [known, setKnown] = useState<{ key: string | undefined; view: MapView }>({
    key,
    view: position
      ? { center: position, zoom: placeZoom }
      : near
        ? { center: near, zoom: nearZoom }
        : { center: listMap.center, zoom: 1 },
  });
  if (key !== known.key) {
    setKnown({ key, view: position ? { center: position, zoom: Math.max(known.view.zoom, placeZoom) } : known.view });
  }
  const { view } = known;
  const pick = (place: LatLon) => {
    const picked = roundPlace(place);
    // The map must not move under the finger.
    setKnown({ key: picked.join(), view });
    onPick(picked, view.zoom);
  };
  return (
    <MapCanvas
      label={label}
      view={view}
      onViewChange={(next) => setKnown((before) => ({ ...before, view: next }))}
      onPick={pick}
    >
      {position ? (
        <MovablePin
          anchor={position}
          offset={pinTipPx}
          label={t("components.map.movablePin", { position: position.join(", ") })}
          onMove={pick}
        />
      ) : null}
    </MapCanvas>
  );
}

/** Offset of a pin's tip. */
const pinTipPx: [x: number, y: number] = [markerWidthPx / 2, 55];

const pinSteps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const pinStepPx = 10;

/** A pin to drag or to move by arrow keys: 10 px per press, 1 px with Shift. The map reads `anchor` and `offset`. */
function MovablePin({
  label,
  onMove,
  ...placed
}: PlacedOnMap & {
  anchor: LatLon;
  offset: [number, number];
  label: string;
  onMove: (place: LatLon) => void;
  /** Given by the map. */
  pixelToLatLng?: (pixel: [number, number]) => LatLon;
}) {
  const { mapState: _, ...place } = placed;
  const { left = 0, top = 0, offset, pixelToLatLng } = place;
  return (
    <Draggable {...place} className={classNames(styles.movable, "pigeon-click-block")} onDragEnd={onMove}>
      <button
        type="button"
        className={styles.movablePin}
        aria-label={label}
        onKeyDown={(event) => {
          const step = pinSteps[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const px = event.shiftKey ? 1 : pinStepPx;
          const moved = pixelToLatLng?.([left + offset[0] + step[0] * px, top + offset[1] + step[1] * px]);
          if (moved) onMove(moved);
        }}
      >
        <Pin />
      </button>
    </Draggable>
  );
}
