import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/components.ts";
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

/** The popup's side of its marker; `over` the marker if the map is too low for both. */
type Place = { side: "above" | "below" } | { side: "over"; topPx: number; maxHeightPx: number };

/**
 * A marker's popup, on the side with more space. The map moves until all of it is visible. It takes the focus when it
 * opens; Escape closes it.
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
  /** The view that the map moves to. */
  view: MapView;
  /** It was open when the user left the page: neither the map nor the page moves. */
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

  // It grows when its quest has loaded.
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
      const sight = element && measureSight(element, heightPx, isRestored);
      if (!sight) return;
      const [, tipPx] = pixelOf(anchor, view, sight.size);
      const { place: chosen, missingPx } = choosePlace(sight.box, tipPx, heightPx);
      setPlace(chosen);
      if (missingPx !== 0 && !isRestored) onPan(panned(view, 0, missingPx));
    };
  });
  // Only a new height, not a moved map: people may drag the popup out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => settle.current?.(), [heightPx]);

  const tops = {
    over: `${place?.side === "over" ? place.topPx : 0}px`,
    above: `calc(${top - markerHeightPx - gapPx}px - 100%)`,
    below: `${top + gapPx}px`,
  };
  return (
    <section
      ref={popup}
      className={classNames("card", styles.popup, "pigeon-drag-block", "pigeon-click-block")}
      style={{
        width,
        transform: `translate(${x}px, ${tops[place?.side ?? "below"]})`,
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

/** Measures the visible part of the map, after scrolling to it unless the popup is restored. */
function measureSight(element: Element, heightPx: number, isRestored: boolean) {
  const measured = measureMap(element);
  if (!measured) return undefined;
  if (isRestored) return { ...measured, box: { ...measured.box, top: 0, bottom: measured.size.height } };
  return scrollMapIntoSight(measured, wholePx(heightPx)) ? measureMap(element) : measured;
}

/** Height of a popup with its marker and the gaps around them. */
const wholePx = (heightPx: number) => heightPx + markerHeightPx + 3 * gapPx;

/** Chooses the side with more space. `missingPx`: how far the map has to move. */
function choosePlace(box: MapBox, tipPx: number, heightPx: number): { place: Place; missingPx: number } {
  const boxHeightPx = box.bottom - box.top;
  if (boxHeightPx < wholePx(heightPx)) {
    return { place: { side: "over", topPx: box.top + gapPx, maxHeightPx: boxHeightPx - 2 * gapPx }, missingPx: 0 };
  }
  const headPx = tipPx - markerHeightPx;
  if (headPx - box.top < box.bottom - tipPx) {
    return { place: { side: "below" }, missingPx: Math.max(0, tipPx + heightPx + 2 * gapPx - box.bottom) };
  }
  return { place: { side: "above" }, missingPx: Math.min(0, headPx - heightPx - 2 * gapPx - box.top) };
}

/** Scrolls the page until `wantedPx` of the map are visible, or all of it. @returns whether it scrolled */
function scrollMapIntoSight({ size, box }: { size: MapSize; box: MapBox }, wantedPx: number): boolean {
  const missingPx = wantedPx - (box.bottom - box.top);
  if (missingPx <= 0) return false;
  const hiddenBelowPx = size.height - box.bottom;
  const byPx = hiddenBelowPx > 0 ? Math.min(missingPx, hiddenBelowPx) : -Math.min(missingPx, box.top);
  window.scrollBy({ top: byPx, behavior: "instant" });
  return true;
}
