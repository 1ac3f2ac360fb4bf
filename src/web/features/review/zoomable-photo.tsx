import Maximize from "lucide-react/icons/maximize";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../components/button.tsx";
import { t } from "../../texts/review.ts";
import styles from "./zoomable-photo.module.css";

const maxScale = 6;
const step = 1.5;

/** A photo that is looked at closely: buttons, double click, and scrolling within; the middle stays in the middle. */
export function ZoomablePhoto({ src, alt }: { src: string; alt: string }) {
  const [scale, setScale] = useState(1);
  const [failedAddress, setFailedAddress] = useState<string>();
  const frame = useRef<HTMLElement>(null);
  const lastScale = useRef(1);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ratio = scale / lastScale.current;
    lastScale.current = scale;
    element.scrollLeft = (element.scrollLeft + element.clientWidth / 2) * ratio - element.clientWidth / 2;
    element.scrollTop = (element.scrollTop + element.clientHeight / 2) * ratio - element.clientHeight / 2;
  }, [scale]);

  if (failedAddress === src) {
    return <p className={styles.failed}>{t("review.image.failed")}</p>;
  }
  return (
    <div className={styles.photo}>
      <section
        ref={frame}
        className={styles.frame}
        aria-label={t("review.image.zoomable")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
        tabIndex={0}
      >
        <img
          src={src}
          alt={alt}
          className={styles.image}
          style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
          onDoubleClick={() => setScale(scale > 1 ? 1 : 2.5)}
          onError={() => setFailedAddress(src)}
        />
      </section>
      <div className={styles.controls}>
        <IconButton
          label={t("review.image.zoomIn")}
          disabled={scale >= maxScale}
          onClick={() => setScale(Math.min(maxScale, scale * step))}
        >
          <ZoomIn aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t("review.image.zoomOut")}
          disabled={scale <= 1}
          onClick={() => setScale(Math.max(1, scale / step))}
        >
          <ZoomOut aria-hidden="true" />
        </IconButton>
        <IconButton label={t("review.image.whole")} disabled={scale === 1} onClick={() => setScale(1)}>
          <Maximize aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
