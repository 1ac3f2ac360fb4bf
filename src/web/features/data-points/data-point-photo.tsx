import ImageOff from "lucide-react/icons/image-off";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { enlargedImageMaxHeight, thumbnailWidthPx } from "../../../contract/limits.ts";
import { IconButton } from "../../components/button.tsx";
import { t as componentsText } from "../../texts/components.ts";
import { t } from "../../texts/field.ts";
import styles from "./data-point-photo.module.css";

/** The thumbnail of a data point; pressed, it opens the picture enlarged. */
export function DataPointPhoto({
  dataPoint,
  number,
  onReload,
}: {
  dataPoint: Pick<QuestDataPoint, "image_data_presigned_url" | "thumbnail_presigned_url">;
  number: number;
  /** The address may have expired: asks for another. */
  onReload: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [failedAddress, setFailedAddress] = useState<string>();
  const hasReloaded = useRef(false);
  const large = dataPoint.image_data_presigned_url;
  const small = dataPoint.thumbnail_presigned_url ?? large;
  if (small === null || small === failedAddress) {
    return (
      <span className={styles.none} style={{ width: thumbnailWidthPx }} role="img" aria-label={t("field.picture.none")}>
        <ImageOff aria-hidden="true" />
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={t("field.picture.enlarge", { number })}
        onClick={() => setIsOpen(true)}
      >
        <img
          src={small}
          alt=""
          width={thumbnailWidthPx}
          className={styles.small}
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailedAddress(small);
            if (!hasReloaded.current) onReload();
            hasReloaded.current = true;
          }}
        />
      </button>
      <EnlargedPhoto
        isOpen={isOpen}
        src={large ?? small}
        label={t("field.picture.of", { number })}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function EnlargedPhoto({
  isOpen,
  src,
  label,
  onClose,
}: {
  isOpen: boolean;
  src: string;
  label: string;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failedAddress, setFailedAddress] = useState<string>();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape, the key for it, arrives as `close`.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen ? (
        <>
          {src === failedAddress ? (
            <p className={styles.failed} role="alert">
              {t("field.picture.failed")}
            </p>
          ) : (
            <img
              src={src}
              alt={label}
              className={styles.large}
              style={{ maxHeight: enlargedImageMaxHeight }}
              onError={() => setFailedAddress(src)}
            />
          )}
          <IconButton label={componentsText("components.close")} className={styles.close} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </dialog>
  );
}
