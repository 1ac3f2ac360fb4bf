import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { formatMoment } from "../../ui/dates.ts";
import { FilesOfPoint } from "../../ui/files-of-point.tsx";
import { Measurements } from "../../ui/measurements.tsx";
import { Accuracy } from "../../ui/position-in-words.tsx";
import { PointPhotos } from "./point-photos.tsx";
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
