import MessageSquareText from "lucide-react/icons/message-square-text";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/protocol.ts";
import { Instant } from "../../components/instant.tsx";
import { Measurements } from "../../components/measurements.tsx";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { Accuracy, positionSourceWords } from "../../components/position-in-words.tsx";
import { ReviewState } from "../../components/review-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import styles from "./data-point-list.module.css";
import { DataPointPhoto } from "./data-point-photo.tsx";

/** What the user has sent, in the order of sending, with what the reviewer said. */
export function DataPointList({
  dataPoints,
  protocol,
  hasFailed,
  onReload,
}: {
  /** The oldest first; undefined while they are on their way. */
  dataPoints: readonly QuestDataPoint[] | undefined;
  protocol: Protocol;
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
            <DataPointItem
              key={dataPoint.id}
              number={index + 1}
              dataPoint={dataPoint}
              protocol={protocol}
              onReload={onReload}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function DataPointItem({
  number,
  dataPoint,
  protocol,
  onReload,
}: {
  number: number;
  dataPoint: QuestDataPoint;
  protocol: Protocol;
  onReload: () => void;
}) {
  const { review, accuracy, created_at } = dataPoint;
  const { remark } = positionSourceWords[dataPoint.position_source];
  return (
    <li className={styles.item}>
      <span className={styles.number}>
        <span className="visually-hidden">Data point </span>
        {number}
      </span>
      <DataPointPhoto dataPoint={dataPoint} number={number} onReload={onReload} />
      <div className={styles.facts}>
        <Measurements of={dataPoint.additional_data} protocol={protocol} className={styles.measurements} />
        <p className={styles.circumstances}>
          <Instant of={created_at} />
          <Accuracy meters={accuracy} />
          {remark ? <span>{remark}</span> : null}
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
