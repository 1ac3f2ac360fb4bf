import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Instant } from "../../ui/instant.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { ReviewerComment } from "../../ui/reviewer-comment.tsx";
import styles from "./history.module.css";

/** Every decision on a data point, newest first, and when it was received. */
export function History({ of: { reviews, created_at, revision } }: { of: ContributionDetail }) {
  const isSeveral = revision > 1;
  return (
    <section className="stack gap-12 shrinks" aria-labelledby="history-title">
      <h2 id="history-title">{t("contributions.history.title")}</h2>
      <ol className="stack">
        {reviews.map((review) => (
          <li key={`${review.reviewed_at} ${review.reviewed_by}`} className={`stack gap-8 ${styles.event}`}>
            <p className="cluster center gap-4 across-12">
              <ReviewState state={review.decision} />
              <span className="dots muted small">
                <Instant of={review.reviewed_at} />
                {isSeveral ? <span>{t("contributions.row.revision", { revision: review.revision })}</span> : null}
                {review.undone_at === null ? null : <span>{t("contributions.history.undone")}</span>}
              </span>
            </p>
            <ReviewerComment comment={review.comment} />
          </li>
        ))}
        <li className={`stack gap-8 ${styles.event}`}>
          <p className="dots muted small">{t("contributions.history.sent", { when: formatMoment(created_at) })}</p>
        </li>
      </ol>
    </section>
  );
}
