import ImageOff from "lucide-react/icons/image-off";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/own.ts";
import type { DataPointPhoto as PhotoOfDataPoint, QuestDataPoint } from "../../../contract/data-points.ts";
import { enlargedImageMaxHeight, thumbnailWidthPx } from "../../../contract/limits.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { IconButton } from "../../ui/button.tsx";
import styles from "./data-point-photo.module.css";

/** The thumbnails of a data point. Each opens enlarged. */
export function DataPointPhotos({
  dataPoint: { photos },
  protocol,
  number,
  onReload,
}: {
  dataPoint: Pick<QuestDataPoint, "photos">;
  /** Undefined until it is known. */
  protocol: Protocol | undefined;
  number: number;
  /** Fetches new addresses: they may have expired. */
  onReload: () => void;
}) {
  if (photos.length === 0) return <NoPhoto />;
  return (
    <div className={`grid gap-4 ${styles.photos}`}>
      {photos.map((photo) => {
        const label = protocol && labelOfField(protocol, photo.key);
        return <DataPointPhoto key={photo.key} photo={photo} number={number} label={label} onReload={onReload} />;
      })}
    </div>
  );
}

function NoPhoto() {
  return (
    <span
      className={`middle muted ${styles.none}`}
      style={{ width: thumbnailWidthPx }}
      role="img"
      aria-label={t("own.picture.none")}
    >
      <ImageOff aria-hidden="true" />
    </span>
  );
}

function DataPointPhoto({
  photo,
  number,
  label,
  onReload,
}: {
  photo: PhotoOfDataPoint;
  number: number;
  /** The field's label; undefined for the photo of the data point itself. */
  label: string | undefined;
  onReload: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [failedAddress, setFailedAddress] = useState<string>();
  const hasReloaded = useRef(false);
  const { image_data_presigned_url: large, thumbnail_presigned_url: small } = photo;
  if (photo.unreadable_at !== undefined || small === failedAddress) return <NoPhoto />;
  return (
    <>
      <button
        type="button"
        className={`middle ${styles.thumbnail}`}
        aria-label={
          label === undefined ? t("own.picture.enlarge", { number }) : t("own.picture.enlargeOf", { label, number })
        }
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
        src={large}
        label={label === undefined ? t("own.picture.of", { number }) : t("own.picture.ofField", { label, number })}
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key arrives as `close`.
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
              {t("own.picture.failed")}
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
