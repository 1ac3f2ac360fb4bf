import type { ReactNode } from "react";
import type { QuestType } from "../../../contract/enums.ts";
import { markerWidthPx } from "../../../contract/limits.ts";
import { classNames } from "../class-names.ts";
import { lookOfType } from "../quest-type.tsx";
import styles from "./map-marker.module.css";
import { type LatLon, markerHeightPx } from "./map-view.ts";

/** pigeon-maps passes this to its children; `left` and `top` are the anchor in pixels. */
export type PlacedOnMap = { left?: number; top?: number; mapState?: { width: number; height: number } };

type MarkerLook = {
  type?: QuestType | undefined;
  /** Its card is hovered or its popup is open. */
  isLifted?: boolean;
  /** An icon or a number in the pin's head. */
  children?: ReactNode;
};

export function Pin({ type, isLifted = false, children }: MarkerLook) {
  return (
    <span className={styles.pin} data-quest-type={type && lookOfType(type)} data-lifted={isLifted}>
      <svg viewBox="0 0 50 58" width={markerWidthPx} height={markerHeightPx} aria-hidden="true">
        <ellipse cx="25" cy="55" rx="7" ry="2.4" className={styles.shadow} />
        <path
          className={styles.shape}
          d="M25 55c-1.2 0-2-.9-3.5-2.7C14.5 44 6.5 34.5 6.5 23.5 6.5 13 14.7 5 25 5s18.5 8 18.5 18.5c0 11-8 20.5-15 28.8C27 54.1 26.2 55 25 55Z"
        />
      </svg>
      <span className={`middle ${styles.head}`}>{children ?? <span className={styles.dot} />}</span>
    </span>
  );
}

function placeOf({ left = 0, top = 0 }: PlacedOnMap) {
  return { transform: `translate(${left - markerWidthPx / 2}px, ${top - 55}px)` };
}

/** A pressable pin. The map reads `anchor`. */
export function MapMarker({
  label,
  isExpanded,
  onPress,
  onReach,
  onEscape,
  left,
  top,
  ...look
}: PlacedOnMap &
  MarkerLook & {
    anchor: LatLon;
    label: string;
    isExpanded?: boolean;
    onPress: (button: HTMLButtonElement) => void;
    /** Called when the keyboard focus reaches the marker, which may be invisible. */
    onReach?: () => void;
    onEscape?: () => void;
  }) {
  return (
    <button
      type="button"
      // Otherwise the map would start a drag.
      className={classNames(styles.marker, "pigeon-drag-block", "pigeon-click-block")}
      style={placeOf({ ...(left !== undefined && { left }), ...(top !== undefined && { top }) })}
      aria-label={label}
      aria-expanded={isExpanded}
      data-lifted={look.isLifted}
      onClick={(event) => onPress(event.currentTarget)}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) onReach?.();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onEscape?.();
      }}
    >
      <Pin {...look} />
    </button>
  );
}

/** A pin that cannot be pressed. */
export function MapPinMark({
  label,
  left,
  top,
  ...look
}: PlacedOnMap & MarkerLook & { anchor: LatLon; label: string }) {
  return (
    <div
      className={styles.mark}
      data-lifted={look.isLifted}
      style={placeOf({ ...(left !== undefined && { left }), ...(top !== undefined && { top }) })}
      role="img"
      aria-label={label}
    >
      <Pin {...look} />
    </div>
  );
}

/** A cluster of overlapping markers. */
export function MapCluster({
  count,
  label,
  onPress,
  left = 0,
  top = 0,
}: PlacedOnMap & { anchor: LatLon; count: number; label: string; onPress: (button: HTMLButtonElement) => void }) {
  const sizePx = Math.min(64, 40 + 6 * Math.log2(count));
  return (
    <button
      type="button"
      className={classNames("middle strong figures", styles.cluster, "pigeon-drag-block", "pigeon-click-block")}
      style={{ width: sizePx, height: sizePx, transform: `translate(${left - sizePx / 2}px, ${top - sizePx / 2}px)` }}
      aria-label={label}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {count}
    </button>
  );
}

/** The user's position. */
export function MapHere({ label, left = 0, top = 0 }: PlacedOnMap & { anchor: LatLon; label: string }) {
  return (
    <span
      className={styles.here}
      style={{ transform: `translate(${left - herePx / 2}px, ${top - herePx / 2}px)` }}
      role="img"
      aria-label={label}
    />
  );
}

const herePx = 22;
