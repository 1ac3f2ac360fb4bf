import ImageOff from "lucide-react/icons/image-off";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { type MeasuredRecord, photosOf } from "../../outbox/record.ts";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { whenNear } from "../../ui/when-near.ts";
import styles from "./outbox-list.module.css";
import { makeThumbnail } from "./thumbnails.ts";

/** A thumbnail of the first photo, made when the row is near the window. */
export function Thumbnail({ point }: { point: MeasuredRecord }) {
  const { localId } = point;
  const [photo] = photosOf(point);
  const box = useRef<HTMLSpanElement>(null);
  const [thumbnail, setThumbnail] = useState<Blob | null>();
  const key = photo?.key;
  const version = photo?.sha256 ?? photo?.sizeBytes;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the photo.
  useEffect(() => {
    if (!photo) return;
    let isWanted = true;
    const stop = whenNear(box.current, () => {
      void makeThumbnail(localId, photo, () => isWanted).then((made) => isWanted && setThumbnail(made));
    });
    return () => {
      isWanted = false;
      stop();
    };
  }, [localId, key, version]);
  const url = useObjectUrl(thumbnail);
  return (
    <span ref={box} className={styles.thumbnail}>
      {url ? (
        <img src={url} alt={t("outbox.row.photo")} decoding="async" />
      ) : !photo || thumbnail === null ? (
        <ImageOff role="img" aria-label={t("outbox.row.noPhoto")} />
      ) : null}
    </span>
  );
}
