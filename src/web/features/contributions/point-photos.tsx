import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import type { DataPointPhoto } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { t } from "../../texts/contributions.ts";
import { fieldText } from "../../texts/protocol.ts";
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
  if (photos.length === 0) return <p className={styles.none}>{t("contributions.row.noPhoto")}</p>;
  return (
    <div className={styles.photos} data-small={isSmall || undefined}>
      {photos.map((photo) => {
        const label = protocol.fields.find(({ key }) => key === photo.key)?.label;
        const words =
          label === undefined
            ? t("contributions.point.photo")
            : t("contributions.point.photoOf", { label: fieldText(label) });
        const address = isSmall ? photo.thumbnail_presigned_url : photo.image_data_presigned_url;
        const isUnreadable = photo.unreadable_at !== undefined;
        return (
          <Photo
            key={photo.key}
            address={address}
            words={words}
            isNamed={label !== undefined}
            isUnreadable={isUnreadable}
          />
        );
      })}
    </div>
  );
}

function Photo({
  address,
  words,
  isNamed,
  isUnreadable,
}: {
  address: string;
  words: string;
  isNamed: boolean;
  isUnreadable: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  return (
    <figure className={styles.photo}>
      {isUnreadable || address === failed ? (
        <p className={styles.failed}>
          <ImageOff aria-hidden="true" />
          {t(isUnreadable ? "contributions.point.unreadable" : "contributions.point.photoFailed")}
        </p>
      ) : (
        <img src={address} alt={words} decoding="async" onError={() => setFailed(address)} />
      )}
      {isNamed ? <figcaption>{words}</figcaption> : null}
    </figure>
  );
}
