import type { ContributionDetail } from "../../../contract/contributions.ts";
import type { AdditionalData, DataPointPhoto } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { formatMoment } from "../../components/dates.ts";
import { Measurements } from "../../components/measurements.tsx";
import { Accuracy } from "../../components/position-in-words.tsx";
import { t } from "../../texts/contributions.ts";
import { PointPhotos } from "./point-photos.tsx";
import styles from "./revisions.module.css";

type Shown = {
  key: number;
  title: string;
  when: string | null;
  photos: readonly DataPointPhoto[];
  values: AdditionalData | null;
  coordinates: string | null;
  accuracy: number | null;
};

/** What a data point was before its answers to requests for change, beside what it is now. */
export function Revisions({ of: detail, protocol }: { of: ContributionDetail; protocol: Protocol }) {
  if (detail.former_revisions.length === 0) return null;
  const shown: Shown[] = [
    {
      key: detail.revision,
      title: t("contributions.revisions.now", { revision: detail.revision }),
      when: null,
      photos: detail.photos,
      values: detail.additional_data,
      coordinates: detail.coordinates,
      accuracy: detail.accuracy,
    },
    ...detail.former_revisions.map((former) => ({
      key: former.revision,
      title: t("contributions.revisions.before", { revision: former.revision }),
      when: former.created_at,
      photos: former.photos,
      values: former.additional_data,
      coordinates: former.coordinates,
      accuracy: former.accuracy,
    })),
  ];
  return (
    <section className={styles.section} aria-labelledby="revisions-title">
      <h2 id="revisions-title">{t("contributions.revisions.title")}</h2>
      <div className={styles.revisions}>
        {shown.map(({ key, title, when, photos, values, coordinates, accuracy }) => (
          <article key={key} className={styles.revision} aria-label={title}>
            <h3>{title}</h3>
            {when === null ? null : <p className={styles.facts}>{formatMoment(when)}</p>}
            <PointPhotos photos={photos} protocol={protocol} isSmall />
            <Measurements of={values} protocol={protocol} className={styles.values} />
            <p className={styles.facts}>
              <span>{coordinates}</span>
              <Accuracy meters={accuracy} />
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}
