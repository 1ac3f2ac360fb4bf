import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../texts/components.ts";
import { IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import type { LatLon } from "./map.tsx";
import type { PlacedOnMap } from "./map-marker.tsx";
import styles from "./map-popup.module.css";

const gapPx = 10;
const widthPx = 288;
const markerHeightPx = 55;

/**
 * What a marker opens. It stays inside the map: above the marker where there is room, below it otherwise. Takes the
 * focus when it opens; Escape closes it.
 */
export function MapPopup({
  label,
  onClose,
  children,
  left = 0,
  top = 0,
  mapState,
}: PlacedOnMap & { anchor: LatLon; label: string; onClose: () => void; children: ReactNode }) {
  const popup = useRef<HTMLElement>(null);
  const mapWidth = mapState?.width ?? widthPx;
  const width = Math.min(widthPx, mapWidth - 2 * gapPx);
  const x = Math.max(gapPx, Math.min(left - width / 2, mapWidth - width - gapPx));
  const isBelow = top - markerHeightPx < (mapState?.height ?? 0) / 2;

  useEffect(() => popup.current?.focus({ preventScroll: true }), []);

  return (
    <section
      ref={popup}
      className={classNames(styles.popup, "pigeon-drag-block", "pigeon-click-block")}
      style={{
        width,
        transform: isBelow
          ? `translate(${x}px, ${top + gapPx}px)`
          : `translate(${x}px, ${top - markerHeightPx - gapPx}px) translateY(-100%)`,
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
