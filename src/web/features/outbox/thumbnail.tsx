import ImageIcon from "lucide-react/icons/image";
import ImageOff from "lucide-react/icons/image-off";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import { type MeasuredRecord, photosOf } from "../../outbox/record.ts";
import { inTurn, shrink } from "../../ui/small-picture.ts";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { whenNear } from "../../ui/when-near.ts";
import styles from "./outbox-list.module.css";

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
      ) : photo && point.state === "delivered" ? (
        // Phones keep no photo that the server has.
        <span className={`stack center small ${styles.photoSent}`}>
          <ImageIcon aria-hidden="true" />
          {t("outbox.row.photoSent")}
        </span>
      ) : !photo ? (
        <ImageOff role="img" aria-label={t("outbox.row.noPhoto")} />
      ) : thumbnail === null ? (
        <ImageIcon role="img" aria-label={t("outbox.row.photo")} />
      ) : null}
    </span>
  );
}

/** Each has a few kilobytes. */
const cachedMax = 400;

const cache = new Map<string, Blob | null>();

/**
 * Makes a thumbnail of a stored photo.
 * @param isWanted whether it is still needed when its turn comes
 * @returns null if the browser cannot make one
 */
function makeThumbnail(
  localId: string,
  photo: { key: string; sha256: string | null; sizeBytes: number },
  isWanted: () => boolean,
): Promise<Blob | null> {
  const name = `${localId}/${photo.key}/${photo.sha256 ?? photo.sizeBytes}`;
  return inTurn(async () => {
    const known = cache.get(name);
    if (known !== undefined || !isWanted()) return known ?? null;
    const file = await findPhoto(localId, photo.key).catch(() => undefined);
    const thumbnail = file ? await shrink(file).catch(() => null) : null;
    cache.set(name, thumbnail);
    const [oldest] = cache.keys();
    if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest);
    return thumbnail;
  });
}
