import { t } from "../../../../generated/web-texts/results.ts";
import type { PointSpot } from "../../../contract/results.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { formatDate } from "../../ui/dates.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { creditOf, photosOf } from "./public-point-words.ts";
import styles from "./results.module.css";

const shownMax = 10;

/** The data points of a spot of the map: who measured them, when, with a photo. */
export function PointsHere({
  questId,
  spot: { box, count },
  hasPhotos,
}: {
  questId: number;
  spot: PointSpot;
  hasPhotos: boolean;
}) {
  const { data: points, error } = useCall("listPublicPoints", {
    params: { id: questId },
    query: { bbox: box.join(","), limit: shownMax },
  });
  return (
    <div className={`stack gap-8 ${styles.here}`}>
      <h3>{t("results.map.here", { count })}</h3>
      {points ? (
        <ul>
          {points.map((point) => {
            const [credit, day] = [creditOf(point), formatDate(point.day)];
            const [photo] = hasPhotos ? photosOf(point) : [];
            return (
              <li key={point.id}>
                {photo ? (
                  <a href={photo.address} aria-label={t("results.photo.of", { credit, day })}>
                    <Thumbnail src={photo.thumbnail} className={styles.hereImage} />
                  </a>
                ) : null}
                <span>
                  <strong>
                    <bdi translate={point.credit ? "no" : undefined}>{credit}</bdi>
                  </strong>{" "}
                  <time dateTime={point.day}>{day}</time>
                </span>
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <p role="alert">{t("results.newest.failed")}</p>
      ) : (
        <Loading>
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </Loading>
      )}
      {points && points.length < count ? (
        <p className={styles.hint}>{t("results.map.newestHere", { count: points.length })}</p>
      ) : null}
    </div>
  );
}
