import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../texts/components.ts";
import { IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import type { PlacedOnMap } from "./map-marker.tsx";
import styles from "./map-popup.module.css";
import {
  type LatLon,
  type MapBox,
  type MapSize,
  type MapView,
  markerHeightPx,
  measureMap,
  panned,
  pixelOf,
} from "./map-view.ts";

const gapPx = 10;
const widthPx = 288;

/** Where a popup stands: beside its marker, or, in a map too low for both, over it. */
type Place = { side: "above" | "below" } | { side: "over"; topPx: number; maxHeightPx: number };

/**
 * What a marker opens: above the marker or below it, where there is more room, and the map moves until the whole of it is in
 * sight. Takes the focus when it opens; Escape closes it.
 */
export function MapPopup({
  anchor,
  label,
  view,
  isRestored = false,
  onPan,
  onClose,
  children,
  left = 0,
  top = 0,
  mapState,
}: PlacedOnMap & {
  anchor: LatLon;
  label: string;
  /** Where the map is going to stand. */
  view: MapView;
  /** It was open when the user left, and map and page stand as they stood then: nothing is to move. */
  isRestored?: boolean;
  onPan: (view: MapView) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const popup = useRef<HTMLElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  const [place, setPlace] = useState<Place>();
  const mapWidth = mapState?.width ?? widthPx;
  const width = Math.min(widthPx, mapWidth - 2 * gapPx);
  const x = Math.max(gapPx, Math.min(left - width / 2, mapWidth - width - gapPx));

  useEffect(() => popup.current?.focus({ preventScroll: true }), []);

  // It grows once its quest has come.
  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return;
    const measure = () => setHeightPx(element.scrollHeight);
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of [element, ...element.children]) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  const settle = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    settle.current = () => {
      const element = popup.current;
      let measured = element ? measureMap(element) : undefined;
      if (!element || !measured) return;
      const wholePx = heightPx + markerHeightPx + 3 * gapPx;
      if (isRestored) measured.box = { ...measured.box, top: 0, bottom: measured.size.height };
      else if (scrollMapIntoSight(measured, wholePx)) measured = measureMap(element) ?? measured;
      const { box, size } = measured;
      if (box.bottom - box.top < wholePx) {
        setPlace({ side: "over", topPx: box.top + gapPx, maxHeightPx: box.bottom - box.top - 2 * gapPx });
        return;
      }
      const [, tipPx] = pixelOf(anchor, view, size);
      const headPx = tipPx - markerHeightPx;
      const isBelow = headPx - box.top < box.bottom - tipPx;
      setPlace({ side: isBelow ? "below" : "above" });
      const missingPx = isBelow
        ? Math.max(0, tipPx + heightPx + 2 * gapPx - box.bottom)
        : Math.min(0, headPx - heightPx - 2 * gapPx - box.top);
      if (missingPx !== 0 && !isRestored) onPan(panned(view, 0, missingPx));
    };
  });
  // Not when the map is moved: whoever drags it may drag the popup out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what it answers to.
  useLayoutEffect(() => settle.current?.(), [heightPx]);

  const y =
    place?.side === "over"
      ? `${place.topPx}px`
      : place?.side === "above"
        ? `calc(${top - markerHeightPx - gapPx}px - 100%)`
        : `${top + gapPx}px`;
  return (
    <section
      ref={popup}
      className={classNames(styles.popup, "pigeon-drag-block", "pigeon-click-block")}
      style={{
        width,
        transform: `translate(${x}px, ${y})`,
        ...(place?.side === "over" && { maxHeight: place.maxHeightPx, overflowY: "auto" }),
      }}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
      <IconButton label={t("components.close")} className={styles.close} onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

/** Scrolls the page until so many pixels of the map's height are in the window, or all there are; whether it had to. */
function scrollMapIntoSight({ size, box }: { size: MapSize; box: MapBox }, wantedPx: number): boolean {
  const missingPx = wantedPx - (box.bottom - box.top);
  if (missingPx <= 0) return false;
  const hiddenBelowPx = size.height - box.bottom;
  const byPx = hiddenBelowPx > 0 ? Math.min(missingPx, hiddenBelowPx) : -Math.min(missingPx, box.top);
  window.scrollBy({ top: byPx, behavior: "instant" });
  return true;
}
