import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import type { DataPointPhoto } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { formatMoment } from "../../ui/dates.ts";
import { FilesOfPoint } from "../../ui/files-of-point.tsx";
import { Measurements } from "../../ui/measurements.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import styles from "./revisions.module.css";

/** The current and the former revisions of a data point. */
export function Revisions({ of: detail, protocol }: { of: ContributionDetail; protocol: Protocol }) {
  if (detail.former_revisions.length === 0) return null;
  const revisions = [{ ...detail, created_at: null }, ...detail.former_revisions];
  return (
    <section className="stack gap-12 shrinks" aria-labelledby="revisions-title">
      <h2 id="revisions-title">{t("contributions.revisions.title")}</h2>
      <div className={`grid gap-12 ${styles.revisions}`}>
        {revisions.map(({ revision, created_at, photos, files, additional_data, coordinates, accuracy }, index) => {
          const title = t(`contributions.revisions.${index === 0 ? "now" : "before"}`, { revision });
          return (
            <article key={revision} className={`stack card gap-8 shrinks ${styles.revision}`} aria-label={title}>
              <h3>{title}</h3>
              {created_at === null ? null : (
                <p className={`cluster muted small breaks ${styles.facts}`}>{formatMoment(created_at)}</p>
              )}
              <PointPhotos photos={photos} protocol={protocol} isSmall />
              <FilesOfPoint files={files} protocol={protocol} />
              <Measurements of={additional_data} protocol={protocol} className={`terms ${styles.values}`} />
              <p className={`cluster muted small breaks ${styles.facts}`}>
                <span>{coordinates && asFigures(coordinates)}</span>
                <Accuracy meters={accuracy} />
              </p>
            </article>
          );
        })}
      </div>
    </section>
  );
}

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
