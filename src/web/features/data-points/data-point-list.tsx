import MessageSquareText from "lucide-react/icons/message-square-text";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import { usePointProtocol } from "../../api/point-protocol.ts";
import { Button } from "../../components/button.tsx";
import { Instant } from "../../components/instant.tsx";
import { Measurements } from "../../components/measurements.tsx";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { Accuracy } from "../../components/position-in-words.tsx";
import { ReviewState } from "../../components/review-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import { t as componentsText } from "../../texts/components.ts";
import { rich, t } from "../../texts/field.ts";
import styles from "./data-point-list.module.css";
import { DataPointPhotos } from "./data-point-photo.tsx";

/** For those who only hear the page. */
const hiddenWords = { hidden: (words: string) => <span className="visually-hidden">{words}</span> };

/** What the user has sent, in the order of sending, with what the reviewer said. */
export function DataPointList({
  dataPoints,
  quest,
  hasFailed,
  onReload,
}: {
  /** The oldest first; undefined while they are on their way. */
  dataPoints: readonly QuestDataPoint[] | undefined;
  quest: Quest;
  hasFailed: boolean;
  onReload: () => void;
}) {
  return (
    <section className={styles.section} aria-labelledby="data-points-title">
      <h2 id="data-points-title">{t("field.list.title")}</h2>
      {dataPoints === undefined && hasFailed ? (
        <FailedState message={t("field.list.failed")} onRetry={onReload}>
          {t("field.list.safe")}
        </FailedState>
      ) : dataPoints === undefined ? (
        <Loading label={t("app.loading")}>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height="5.500rem" radius="10px" className={styles.shape} />
          ))}
        </Loading>
      ) : dataPoints.length === 0 ? (
        <EmptyState>{t("field.list.empty")}</EmptyState>
      ) : (
        <ol className={styles.list} aria-labelledby="data-points-title">
          {dataPoints.map((dataPoint, index) => (
            <DataPointItem
              key={dataPoint.id}
              number={index + 1}
              dataPoint={dataPoint}
              quest={quest}
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
  quest,
  onReload,
}: {
  number: number;
  dataPoint: QuestDataPoint;
  quest: Quest;
  onReload: () => void;
}) {
  const { review, accuracy, created_at, position_source } = dataPoint;
  const { protocol, hasFailed, reload } = usePointProtocol(quest, dataPoint.protocol_version);
  return (
    <li className={styles.item}>
      <span className={styles.number}>{rich("field.list.number", hiddenWords, { number })}</span>
      <DataPointPhotos dataPoint={dataPoint} protocol={protocol} number={number} onReload={onReload} />
      <div className={styles.facts}>
        {protocol ? (
          <Measurements of={dataPoint.additional_data} protocol={protocol} className={styles.measurements} />
        ) : hasFailed ? (
          <p className={styles.versionFailed}>
            {t("field.list.versionFailed")}{" "}
            <Button small onClick={reload}>
              {t("app.tryAgain")}
            </Button>
          </p>
        ) : (
          <Skeleton height="1.500rem" radius="6px" />
        )}
        <p className={styles.circumstances}>
          <Instant of={created_at} />
          <Accuracy meters={accuracy} />
          {position_source === "device" ? null : (
            <span>{componentsText(`components.positionRemark.${position_source}`)}</span>
          )}
        </p>
      </div>
      <div className={styles.review}>
        <ReviewState state={review?.decision ?? "pending"} />
      </div>
      {review?.comment ? (
        <p className={styles.comment}>
          <MessageSquareText aria-hidden="true" />
          <span>{rich("field.list.reviewerSays", hiddenWords, { comment: review.comment })}</span>
        </p>
      ) : null}
    </li>
  );
}
