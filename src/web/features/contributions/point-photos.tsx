import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { DataPointPhoto } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import styles from "./point-photos.module.css";

/** The photos of a data point, each with the label of its field. */
export function PointPhotos({
  photos,
  protocol,
  isSmall = false,
}: {
  photos: readonly DataPointPhoto[];
  protocol: Protocol;
  isSmall?: boolean;
}) {
  if (photos.length === 0) return <p className="muted">{t("contributions.row.noPhoto")}</p>;
  return (
    <div className={`stack gap-12 ${styles.photos}`} data-small={isSmall || undefined}>
      {photos.map((photo) => (
        <Photo key={photo.key} photo={photo} label={labelOfField(protocol, photo.key)} isSmall={isSmall} />
      ))}
    </div>
  );
}

function Photo({ photo, label, isSmall }: { photo: DataPointPhoto; label: string | undefined; isSmall: boolean }) {
  const [failed, setFailed] = useState<string>();
  const address = isSmall ? photo.thumbnail_presigned_url : photo.image_data_presigned_url;
  const words = label === undefined ? t("contributions.point.photo") : t("contributions.point.photoOf", { label });
  const isUnreadable = photo.unreadable_at !== undefined;
  return (
    <figure className={styles.photo}>
      {isUnreadable || address === failed ? (
        <p className={`stack center gap-8 muted ${styles.failed}`}>
          <ImageOff aria-hidden="true" />
          {t(isUnreadable ? "contributions.point.unreadable" : "contributions.point.photoFailed")}
        </p>
      ) : (
        <img className="wide" src={address} alt={words} decoding="async" onError={() => setFailed(address)} />
      )}
      {label === undefined ? null : <figcaption className="muted small">{words}</figcaption>}
    </figure>
  );
}
