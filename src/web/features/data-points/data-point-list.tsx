import MessageSquareText from "lucide-react/icons/message-square-text";
import { useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { measurementsOf } from "../../components/measurements.ts";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { formatAccuracy, gradeAccuracy } from "../../components/position-accuracy.ts";
import { ReviewState } from "../../components/review-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import styles from "./data-point-list.module.css";
import { DataPointPhoto } from "./data-point-photo.tsx";

const sourceWords = { device: "", exif: "from the photo", manual: "entered by hand" } as const;

/** What the user has sent, in the order of sending, with what the reviewer said. */
export function DataPointList({
  dataPoints,
  hasFailed,
  onReload,
}: {
  /** The oldest first; undefined while they are on their way. */
  dataPoints: readonly QuestDataPoint[] | undefined;
  hasFailed: boolean;
  onReload: () => void;
}) {
  return (
    <section className={styles.section} aria-labelledby="data-points-title">
      <h2 id="data-points-title">Data Points</h2>
      {dataPoints === undefined && hasFailed ? (
        <FailedState message="Your data points could not be loaded." onRetry={onReload}>
          What you have sent is safe.
        </FailedState>
      ) : dataPoints === undefined ? (
        <Loading label="Loading...">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height="5.500rem" radius="10px" className={styles.shape} />
          ))}
        </Loading>
      ) : dataPoints.length === 0 ? (
        <EmptyState>No data points yet. The first one you add appears here.</EmptyState>
      ) : (
        <ol className={styles.list} aria-labelledby="data-points-title">
          {dataPoints.map((dataPoint, index) => (
            <DataPointItem key={dataPoint.id} number={index + 1} dataPoint={dataPoint} onReload={onReload} />
          ))}
        </ol>
      )}
    </section>
  );
}

function DataPointItem({
  number,
  dataPoint,
  onReload,
}: {
  number: number;
  dataPoint: QuestDataPoint;
  onReload: () => void;
}) {
  const { review, accuracy, created_at } = dataPoint;
  const source = sourceWords[dataPoint.position_source];
  return (
    <li className={styles.item}>
      <span className={styles.number}>
        <span className="visually-hidden">Data point </span>
        {number}
      </span>
      <DataPointPhoto dataPoint={dataPoint} number={number} onReload={onReload} />
      <div className={styles.facts}>
        <dl className={styles.measurements}>
          {measurementsOf(dataPoint.additional_data).map(({ key, label, value, unit }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                {value}
                {unit === "" ? "" : unit === "°" ? unit : ` ${unit}`}
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.circumstances}>
          <SentAt instant={created_at} />
          {accuracy === null ? null : (
            <span>
              {formatAccuracy(accuracy)}, {gradeAccuracy(accuracy)}
            </span>
          )}
          {source ? <span>{source}</span> : null}
        </p>
      </div>
      <div className={styles.review}>
        <ReviewState state={review?.decision ?? "pending"} />
      </div>
      {review?.comment ? (
        <p className={styles.comment}>
          <MessageSquareText aria-hidden="true" />
          <span>
            <span className="visually-hidden">The reviewer says: </span>
            {review.comment}
          </span>
        </p>
      ) : null}
    </li>
  );
}

function SentAt({ instant }: { instant: string }) {
  const [date] = useState(() => new Date(instant));
  return <time dateTime={instant}>{date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</time>;
}
