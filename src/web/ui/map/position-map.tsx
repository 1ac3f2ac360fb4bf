import { useState } from "react";
import { metersPerPixel } from "../../../contract/mercator.ts";
import { classNames } from "../class-names.ts";
import { MapCanvas } from "./map.tsx";
import { MapPinMark, type PlacedOnMap } from "./map-marker.tsx";
import type { LatLon, MapView } from "./map-view.ts";
import styles from "./position-map.module.css";

/** Another position of the same thing, such as an earlier fix. */
export type OtherPosition = {
  key: string;
  position: LatLon;
  accuracyMeters: number | null;
  kind: "fix" | "photo";
  label: string;
};

/** A selectable thing nearby. */
export type NearMark = {
  key: string;
  position: LatLon;
  shape: "diamond" | "triangle";
  label: string;
  isChosen: boolean;
};

export type PositionMapProps = {
  label: string;
  position: LatLon;
  accuracyMeters: number | null;
  others: readonly OtherPosition[];
  near?: readonly NearMark[];
  onChoose?: (key: string) => void;
  zoom: number;
  className?: string | undefined;
};

/** A pin with its accuracy circle, and other positions with theirs. */
export function PositionMap({
  label,
  position,
  accuracyMeters,
  others,
  near = [],
  onChoose,
  zoom,
  className,
}: PositionMapProps) {
  const key = position.join();
  const [moved, setMoved] = useState<{ key: string; view: MapView }>();
  // Recenters on another position.
  const view = moved?.key === key ? moved.view : { center: position, zoom };
  return (
    <MapCanvas label={label} view={view} onViewChange={(next) => setMoved({ key, view: next })} className={className}>
      {others.map(({ key: name, position: anchor, accuracyMeters: radiusMeters, kind }) =>
        radiusMeters ? (
          <AccuracyCircle
            key={`circle-${name}`}
            anchor={anchor}
            radiusMeters={radiusMeters}
            zoom={view.zoom}
            kind={kind}
          />
        ) : null,
      )}
      {others.map(({ key: name, position: anchor, kind, label: words }) => (
        <OtherMark key={name} anchor={anchor} kind={kind} label={words} />
      ))}
      {near.map(({ key: name, position: anchor, ...look }) => (
        <NearButton key={`near-${name}`} anchor={anchor} {...look} onPress={() => onChoose?.(name)} />
      ))}
      {accuracyMeters ? <AccuracyCircle anchor={position} radiusMeters={accuracyMeters} zoom={view.zoom} /> : null}
      <MapPinMark anchor={position} label={`${position[0]}, ${position[1]}`} />
    </MapCanvas>
  );
}

/** How far a position may be off. The map reads `anchor`. */
export function AccuracyCircle({
  anchor,
  radiusMeters,
  zoom,
  kind,
  left = 0,
  top = 0,
}: PlacedOnMap & { anchor: LatLon; radiusMeters: number; zoom: number; kind?: OtherPosition["kind"] }) {
  const radiusPx = Math.min(2000, Math.max(4, radiusMeters / metersPerPixel(anchor[0], zoom)));
  return (
    <span
      className={styles.circle}
      data-kind={kind}
      style={{
        width: 2 * radiusPx,
        height: 2 * radiusPx,
        transform: `translate(${left - radiusPx}px, ${top - radiusPx}px)`,
      }}
      aria-hidden="true"
    />
  );
}

function OtherMark({
  kind,
  label,
  left = 0,
  top = 0,
}: PlacedOnMap & { anchor: LatLon; kind: OtherPosition["kind"]; label: string }) {
  return (
    <span
      className={styles.other}
      data-kind={kind}
      style={{ transform: `translate(${left - otherPx / 2}px, ${top - otherPx / 2}px)` }}
      role="img"
      aria-label={label}
      title={label}
    />
  );
}

const otherPx = 14;

function NearButton({
  shape,
  label,
  isChosen,
  onPress,
  left = 0,
  top = 0,
}: PlacedOnMap & Pick<NearMark, "shape" | "label" | "isChosen"> & { anchor: LatLon; onPress: () => void }) {
  return (
    <button
      type="button"
      // Otherwise the map would start a drag.
      className={classNames(styles.near, "pigeon-drag-block", "pigeon-click-block")}
      data-shape={shape}
      style={{ transform: `translate(${left - nearPx / 2}px, ${top - nearPx / 2}px)` }}
      aria-label={label}
      aria-pressed={isChosen}
      title={label}
      onClick={onPress}
    >
      <svg viewBox="0 0 28 28" width={nearPx} height={nearPx} aria-hidden="true">
        <path d={shape === "diamond" ? "M14 5l9 9-9 9-9-9z" : "M14 5l9 17H5z"} />
      </svg>
    </button>
  );
}

const nearPx = 28;
