import Expand from "lucide-react/icons/expand";
import Maximize from "lucide-react/icons/maximize";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { scaleMax, wholePhoto, zoomed } from "./photo-view.ts";
import { usePhotoView } from "./use-photo-view.ts";
import styles from "./zoomable-photo.module.css";

const step = 1.5;
const keyStepPx = 60;

type PhotoSize = "large" | "small";

/** A photo that can be zoomed, in place or in the full window. */
export function ZoomablePhoto({
  src,
  alt,
  label = t("review.image.zoomable"),
  size = "large",
}: {
  src: string;
  alt: string;
  label?: string;
  size?: PhotoSize;
}) {
  const [isFull, setIsFull] = useState(false);
  return (
    <>
      <PhotoFrame src={src} alt={alt} label={label} size={size}>
        <IconButton label={sampleText("sample.photo.fullWindow")} onClick={() => setIsFull(true)}>
          <Expand aria-hidden="true" />
        </IconButton>
      </PhotoFrame>
      <Dialog open={isFull} title={alt} widthPx={4000} className={styles.full} onClose={() => setIsFull(false)}>
        <PhotoFrame src={src} alt={alt} label={label} size="window" />
      </Dialog>
    </>
  );
}

/** Zooms by wheel, pinch, drag, double tap, buttons, and the keys + - 0 and arrows. */
function PhotoFrame({
  src,
  alt,
  label,
  size,
  children,
}: {
  src: string;
  alt: string;
  label: string;
  size: PhotoSize | "window";
  children?: ReactNode;
}) {
  const [failedAddress, setFailedAddress] = useState<string>();
  const frame = useRef<HTMLElement>(null);
  const photo = useRef<HTMLImageElement>(null);
  const { view, change, handlers } = usePhotoView(frame, photo, { ownsWheel: size === "window" });
  const hintId = useId();
  const isWhole = view.scale === 1;
  const zoomIn = () => change((now) => zoomed(now, step));
  const zoomOut = () => change((now) => zoomed(now, 1 / step));
  const showWhole = () => change(() => wholePhoto);

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] }[event.key];
    if (event.key === "+" || event.key === "=") zoomIn();
    else if (event.key === "-") zoomOut();
    else if (event.key === "0") showWhole();
    else if (move && !isWhole) {
      const [x = 0, y = 0] = move;
      change((now) => ({ ...now, x: now.x + x * keyStepPx, y: now.y + y * keyStepPx }));
    } else return;
    event.preventDefault();
  };

  if (failedAddress === src) {
    return <p className={styles.failed}>{t("review.image.failed")}</p>;
  }
  return (
    <div className={styles.photo}>
      <section
        ref={frame}
        className={styles.frame}
        data-size={size}
        data-zoomed={!isWhole}
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys need a focusable element.
        tabIndex={0}
        onKeyDown={handleKey}
        {...handlers}
      >
        <img
          ref={photo}
          src={src}
          alt={alt}
          className={styles.image}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onError={() => setFailedAddress(src)}
        />
      </section>
      <p id={hintId} className="visually-hidden">
        {sampleText("sample.photo.hint")}
      </p>
      <div className={styles.controls}>
        {size === "small" ? null : (
          <>
            <IconButton label={t("review.image.zoomIn")} disabled={view.scale >= scaleMax} onClick={zoomIn}>
              <ZoomIn aria-hidden="true" />
            </IconButton>
            <IconButton label={t("review.image.zoomOut")} disabled={isWhole} onClick={zoomOut}>
              <ZoomOut aria-hidden="true" />
            </IconButton>
            <IconButton label={t("review.image.whole")} disabled={isWhole} onClick={showWhole}>
              <Maximize aria-hidden="true" />
            </IconButton>
          </>
        )}
        {children}
      </div>
    </div>
  );
}
