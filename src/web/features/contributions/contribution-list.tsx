import ImageOff from "lucide-react/icons/image-off";
import Smartphone from "lucide-react/icons/smartphone";
import { memo } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { Contribution, ContributionSummary } from "../../../contract/contributions.ts";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { sayValue } from "../../ui/format-measurement.ts";
import { Instant } from "../../ui/instant.tsx";
import measurementStyles from "../../ui/measurements.module.css";
import { formatCount } from "../../ui/numbers.ts";
import pointRow from "../../ui/point-row.module.css";
import { ReviewState } from "../../ui/review-state.tsx";
import { ReviewerComment } from "../../ui/reviewer-comment.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import styles from "./contribution-list.module.css";

/** A data point in the volunteer's list, with its review and what to do next. */
export const ContributionRow = memo(function ContributionRow({
  contribution,
  waits,
}: {
  contribution: Contribution;
  /** An answer to its reviewers is waiting on this phone. */
  waits: boolean;
}) {
  const { quest_name: questName } = contribution;
  const { id, state, review, measurements, message_count: messages } = contribution;
  const isUnreadable = contribution.has_unreadable_photo === true && state === "pending";
  const asked = state === "change_requested" ? "answer" : isUnreadable ? "takeAgain" : undefined;
  const when = contribution.captured_at ?? contribution.created_at;
  return (
    <div className={styles.row} data-news={contribution.has_news || undefined}>
      <Thumbnail
        src={contribution.thumbnail_presigned_url}
        className={pointRow.thumbnail}
        none={t("contributions.row.noPhoto")}
      />
      <div className={`stack gap-4 shrinks ${styles.facts}`}>
        <div className={pointRow.head}>
          <h2 className={styles.name}>
            <Link to={paths.contribution(id)}>
              <span {...inItsLanguage(contribution)}>{questName}</span>
              <span className="visually-hidden"> {formatMoment(when)}</span>
            </Link>
          </h2>
          <span className={`cluster center gap-8 ${styles.states}`}>
            {contribution.has_news ? (
              <strong className={`small ${styles.new}`}>{t("contributions.row.new")}</strong>
            ) : null}
            <ReviewState state={state} />
          </span>
        </div>
        {measurements.length > 0 ? (
          <dl className={measurementStyles.measurements}>
            {measurements.map((measurement) => (
              <div key={measurement.name}>
                <dt className="muted">{measurement.label ?? measurement.name}</dt>
                <dd className="strong figures breaks keeps-lines">{sayValue(measurement)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className="dots muted small">
          <Instant of={when} />
          {contribution.revision > 1 ? (
            <span>{t("contributions.row.revision", { revision: contribution.revision })}</span>
          ) : null}
          {messages > 0 ? <span>{t("contributions.row.messages", { count: messages })}</span> : null}
        </p>
        <ReviewerComment comment={review?.comment ?? null} />
        {isUnreadable ? (
          <p className={styles.note}>
            <ImageOff aria-hidden="true" />
            {t("contributions.row.unreadable")}
          </p>
        ) : null}
        {waits ? (
          <p className={styles.note}>
            <Smartphone aria-hidden="true" />
            {t("contributions.row.waits")}
          </p>
        ) : asked ? (
          <ButtonLink
            to={`${paths.contribution(id)}#answer`}
            tone="next"
            className={styles.answer}
            aria-label={t(`contributions.row.${asked}Of`, { questName, when: formatMoment(when) })}
          >
            {t(`contributions.row.${asked}`)}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
});

/** Requests come first: they need an answer. */
const inOrder = ["change_requested", "pending", "accepted", "denied"] as const satisfies readonly SampleState[];

/** Filters the list by state, with the count of each. */
export function ContributionFilter({
  state,
  summary,
}: {
  state: SampleState | undefined;
  summary: ContributionSummary | undefined;
}) {
  const all = summary && sampleStates.reduce((sum, each) => sum + summary[each], 0);
  const tabs = [{ key: undefined, count: all }, ...inOrder.map((key) => ({ key, count: summary?.[key] }))];
  return (
    <nav aria-label={t("contributions.filter")}>
      <ul className={`row gap-8 ${styles.tabs}`}>
        {tabs.map(({ key, count }) => (
          <li key={key ?? "all"}>
            <Link
              to={key === undefined ? paths.contributions : `${paths.contributions}?state=${key}`}
              replace
              className={`center gap-8 nowrap ${styles.tab}`}
              aria-current={state === key ? "page" : undefined}
            >
              {t(`contributions.filter.${key ?? "all"}`)}
              {count === undefined ? null : <span className="figures">{formatCount(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
