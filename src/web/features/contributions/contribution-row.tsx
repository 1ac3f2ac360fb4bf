import ImageOff from "lucide-react/icons/image-off";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Smartphone from "lucide-react/icons/smartphone";
import { memo, useState } from "react";
import { Link } from "react-router";
import type { Contribution } from "../../../contract/contributions.ts";
import { ButtonLink } from "../../components/button.tsx";
import { formatMoment } from "../../components/dates.ts";
import { Instant } from "../../components/instant.tsx";
import { ReviewState } from "../../components/review-state.tsx";
import { sayValue } from "../../components/row-measurement.ts";
import { paths } from "../../paths.ts";
import { rich, t } from "../../texts/contributions.ts";
import styles from "./contribution-list.module.css";

const hiddenWords = { hidden: (words: string) => <span className="visually-hidden">{words}</span> };

/** One data point of one's own in the list of all: what it is, what became of it, and what to do about it. */
export const ContributionRow = memo(function ContributionRow({
  contribution,
  waits,
}: {
  contribution: Contribution;
  /** Whether an answer to its reviewers waits on this phone. */
  waits: boolean;
}) {
  const { id, quest_name: questName, state, review, measurements, message_count: messages } = contribution;
  const isUnreadable = contribution.has_unreadable_photo === true && state === "pending";
  const when = contribution.captured_at ?? contribution.created_at;
  return (
    <div className={styles.row} data-news={contribution.has_news || undefined}>
      <Thumbnail address={contribution.thumbnail_presigned_url} />
      <div className={styles.facts}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <Link to={paths.contribution(id)}>
              {questName}
              <span className="visually-hidden"> {formatMoment(when)}</span>
            </Link>
          </h2>
          <span className={styles.states}>
            {contribution.has_news ? <strong className={styles.new}>{t("contributions.row.new")}</strong> : null}
            <ReviewState state={state} />
          </span>
        </div>
        {measurements.length > 0 ? (
          <dl className={styles.measurements}>
            {measurements.map((measurement) => (
              <div key={measurement.name}>
                <dt>{measurement.label ?? measurement.name}</dt>
                <dd>{sayValue(measurement)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className={styles.circumstances}>
          <Instant of={when} />
          {contribution.revision > 1 ? (
            <span>{t("contributions.row.revision", { revision: contribution.revision })}</span>
          ) : null}
          {messages > 0 ? <span>{t("contributions.row.messages", { count: messages })}</span> : null}
        </p>
        {review?.comment ? (
          <p className={styles.comment}>
            <MessageSquareText aria-hidden="true" />
            <span>{rich("contributions.reviewerSays", hiddenWords, { comment: review.comment })}</span>
          </p>
        ) : null}
        {isUnreadable ? (
          <p className={styles.unreadable}>
            <ImageOff aria-hidden="true" />
            {t("contributions.row.unreadable")}
          </p>
        ) : null}
        {waits ? (
          <p className={styles.waits}>
            <Smartphone aria-hidden="true" />
            {t("contributions.row.waits")}
          </p>
        ) : state === "change_requested" ? (
          <ButtonLink
            to={`${paths.contribution(id)}#answer`}
            tone="next"
            className={styles.answer}
            aria-label={t("contributions.row.answerOf", { questName, when: formatMoment(when) })}
          >
            {t("contributions.row.answer")}
          </ButtonLink>
        ) : isUnreadable ? (
          <ButtonLink
            to={`${paths.contribution(id)}#answer`}
            tone="next"
            className={styles.answer}
            aria-label={t("contributions.row.takeAgainOf", { questName, when: formatMoment(when) })}
          >
            {t("contributions.row.takeAgain")}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
});

function Thumbnail({ address }: { address: string | null }) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={styles.thumbnail}>
      {address !== null && address !== failed ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      ) : (
        <ImageOff role="img" aria-label={t("contributions.row.noPhoto")} />
      )}
    </span>
  );
}
