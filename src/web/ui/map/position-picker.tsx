import { useState } from "react";
import { t } from "../../../../generated/web-texts/components.ts";
import { listMap } from "../../../contract/limits.ts";
import { MapCanvas } from "./map.tsx";
import { MovablePin, pinTipPx } from "./map-marker.tsx";
import type { LatLon, MapView } from "./map-view.ts";

/** Shows a town and its surroundings. */
const placeZoom = 12;
/** Shows single houses. */
const nearZoom = 16;
const latitudeMax = 85;

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

/** Rounds to about a metre and wraps longitudes beyond 180°. */
export function roundPlace([latitude, longitude]: LatLon): LatLon {
  const clamped = Math.max(-latitudeMax, Math.min(latitudeMax, latitude));
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [Number(clamped.toFixed(5)), Number(wrapped.toFixed(5))];
}
