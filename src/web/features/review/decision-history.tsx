import { t } from "../../../../generated/web-texts/sample.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import { Instant, WordsAndInstant } from "../../ui/instant.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import styles from "./sample-detail.module.css";

/** Every decision, newest first. Undone ones are struck through. */
export function DecisionHistory({ reviews }: { reviews: SampleDetail["reviews"] }) {
  return (
    <ul className={`stack gap-4 ${styles.reviews}`}>
      {reviews.map((review) => (
        <li key={review.reviewed_at} data-undone={review.undone_at !== null}>
          {review.undone_at === null ? (
            <Decision review={review} />
          ) : (
            <>
              <del>
                <Decision review={review} />
              </del>{" "}
              <span className="muted small">
                {t("sample.history.undoneAt")} <Instant of={review.undone_at} />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Decision({ review }: { review: SampleDetail["reviews"][number] }) {
  return (
    <>
      <ReviewState state={review.decision} /> <WordsAndInstant words={review.reviewed_by} of={review.reviewed_at} />
      <span className="muted small"> {t("sample.history.of", { number: review.revision })}</span>
      {review.own_data_point ? <span className={`small ${styles.own}`}> {t("sample.history.own")}</span> : null}
      {review.comment ? <bdi className={`keeps-lines ${styles.comment}`}>{review.comment}</bdi> : null}
    </>
  );
}
