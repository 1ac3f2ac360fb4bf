import { useState } from "react";
import { listMap } from "../../../contract/limits.ts";
import { t } from "../../texts/components.ts";
import { MapCanvas } from "./map.tsx";
import { MovablePin, pinTipPx } from "./map-marker.tsx";
import type { LatLon, MapView } from "./map-view.ts";

/** Near enough to see a town and what lies around it. */
const placeZoom = 12;
/** Near enough to tell one house from the next. */
const nearZoom = 16;
const latitudeMax = 85;

/**
 * A map on which a place is picked: by a tap or a click, by dragging the pin, or by the arrow keys on it. A position that
 * comes from outside is brought into sight. `label` names the map.
 */
export function PositionPicker({
  label,
  position,
  near,
  onPick,
}: {
  label: string;
  /** Undefined: nothing is picked yet. */
  position: LatLon | undefined;
  /** What the map shows first while nothing is picked. */
  near?: LatLon | undefined;
  /** In degrees, to five places (about a metre), with the zoom of the map on which it was picked. */
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
    // The map stays as it is under the finger.
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

/** To about a metre; a map that goes round the world has longitudes beyond 180°. */
function roundPlace([latitude, longitude]: LatLon): LatLon {
  const clamped = Math.max(-latitudeMax, Math.min(latitudeMax, latitude));
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [Number(clamped.toFixed(5)), Number(wrapped.toFixed(5))];
}
