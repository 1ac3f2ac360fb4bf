import ImageOff from "lucide-react/icons/image-off";
import Smartphone from "lucide-react/icons/smartphone";
import { memo, useId, useMemo, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/contributions.ts";
import type { Contribution, ContributionSummary } from "../../../contract/contributions.ts";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import type { RowMeasurement } from "../../../contract/samples.ts";
import type { ListInParts } from "../../foundation/api/list-parts.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { ShowMore } from "../../ui/fetched.tsx";
import { sayValue } from "../../ui/format-measurement.ts";
import { hidden } from "../../ui/hidden-words.tsx";
import { Instant } from "../../ui/instant.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { formatCount } from "../../ui/numbers.ts";
import { ReviewState } from "../../ui/review-state.tsx";
import { ReviewerComment } from "../../ui/reviewer-comment.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { useFold } from "../../ui/use-fold.ts";
import { askedOf, type ContributionGroup, groupByQuest } from "./contribution-groups.ts";
import styles from "./contribution-list.module.css";

/** Quests that show at first, and their rows: few where there are many, so that the page stays short. */
const questsShown = 6;
const rowsShown = { few: 3, many: 5, manyUpTo: 4 };
/** Height of a row without a comment, at the usual size of text. */
const rowHeightPx = 72;

/** The volunteer's data points by quest, those that need an answer first. */
export function ContributionGroups({
  list,
  requested,
  answering,
}: {
  list: ListInParts<Contribution>;
  /** All change requests, if the list lacks some. */
  requested: readonly Contribution[] | undefined;
  /** Ids of those whose answer is waiting on this phone. */
  answering: ReadonlySet<string>;
}) {
  const { items, hasMore, loadMore } = list;
  const groups = useMemo(() => groupByQuest(items ?? [], requested), [items, requested]);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? groups : groups.slice(0, questsShown);
  const showMore = () => {
    setIsWhole(true);
    if (hasMore) loadMore();
  };
  return (
    <>
      {shown.map((group) => (
        <Group
          key={group.questId}
          {...group}
          rowsAtFirst={shown.length > rowsShown.manyUpTo ? rowsShown.few : rowsShown.many}
          isWhole={isWhole}
          isCounted={!hasMore}
          answering={answering}
        />
      ))}
      <ShowMore
        of={{ ...list, hasMore: hasMore || shown.length < groups.length, loadMore: showMore }}
        className={styles.more}
      />
    </>
  );
}

function Group({
  questId,
  contributions,
  rowsAtFirst,
  isWhole,
  isCounted,
  answering,
}: ContributionGroup & {
  rowsAtFirst: number;
  isWhole: boolean;
  /** Whether these are all of the quest. */
  isCounted: boolean;
  answering: ReadonlySet<string>;
}) {
  const titleId = useId();
  const { isOpen, open, box } = useFold<HTMLElement>(rowsAtFirst);
  const [first] = contributions;
  if (!first) return null;
  const { length: count } = contributions;
  const isFolded = !isOpen && !isWhole && count > rowsAtFirst;
  return (
    <section className="stack gap-8" aria-labelledby={titleId} ref={box}>
      <header className="cluster baseline between across-16">
        <h2 id={titleId} className={styles.quest}>
          <Link to={paths.quest(questId)} {...inItsLanguage(first)}>
            {first.quest_name}
          </Link>
        </h2>
        {isCounted ? <p className="muted small figures">{t("contributions.group.count", { count })}</p> : null}
      </header>
      <LongList
        className={`card ruled ${styles.rows}`}
        aria-labelledby={titleId}
        itemHeightPx={rowHeightPx}
        total={isCounted || isFolded ? (isFolded ? rowsAtFirst : count) : undefined}
      >
        {contributions.slice(0, isFolded ? rowsAtFirst : undefined).map((contribution) => (
          <ContributionRow key={contribution.id} contribution={contribution} waits={answering.has(contribution.id)} />
        ))}
      </LongList>
      {isFolded ? (
        <Button tone="plain" className={styles.all} onClick={open}>
          <span>{rich("contributions.group.all", { hidden }, { count, questName: first.quest_name })}</span>
        </Button>
      ) : null}
    </section>
  );
}

/** A data point with its main value, its review and what to do next. */
const ContributionRow = memo(function ContributionRow({
  contribution,
  waits,
}: {
  contribution: Contribution;
  /** An answer to its reviewers is waiting on this phone. */
  waits: boolean;
}) {
  const { quest_name: questName } = contribution;
  const { id, state, review, measurements, message_count: messages } = contribution;
  const asked = askedOf(contribution);
  const when = contribution.captured_at ?? contribution.created_at;
  const [main, ...others] = measurements;
  return (
    <div data-news={contribution.has_news || undefined}>
      <div className={styles.line} data-closed>
        <Thumbnail
          src={contribution.thumbnail_presigned_url}
          className={styles.thumbnail}
          none={t("contributions.row.noPhoto")}
        />
        <div className={`shrinks ${styles.facts}`}>
          <p className={styles.main}>
            <Link to={paths.contribution(id)} className={styles.press}>
              {main ? <Value of={main} /> : <span className="strong">{t("contributions.point.title")}</span>}
              <span className="visually-hidden"> {formatMoment(when)}</span>
            </Link>
            {others.map((measurement) => (
              <span key={measurement.name}>
                <Value of={measurement} />
              </span>
            ))}
          </p>
          <p className="dots small">
            <span className={styles.state}>
              <ReviewState state={state} />
            </span>
            {contribution.has_news ? <strong className={styles.new}>{t("contributions.row.new")}</strong> : null}
            {contribution.revision > 1 ? (
              <span className="muted">{t("contributions.row.revision", { revision: contribution.revision })}</span>
            ) : null}
            {messages > 0 ? (
              <span className="muted">{t("contributions.row.messages", { count: messages })}</span>
            ) : null}
          </p>
          <p className="muted small">
            <Instant of={when} />
          </p>
        </div>
        {asked && !waits ? (
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
      <div className={`stack gap-8 if-any ${styles.below}`}>
        <ReviewerComment comment={review?.comment ?? null} className={styles.comment} />
        {asked === "takeAgain" ? (
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
        ) : null}
      </div>
    </div>
  );
});

/** `Circumference 187.5 cm` */
function Value({ of: measurement }: { of: RowMeasurement }) {
  return (
    <>
      <span className="muted">{measurement.label ?? measurement.name}</span>{" "}
      <span className="strong figures">{sayValue(measurement)}</span>
    </>
  );
}

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
