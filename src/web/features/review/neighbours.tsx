import { Link, useLocation } from "react-router";
import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { t } from "../../../../generated/web-texts/sample.ts";
import type { Neighbour, SampleDetail } from "../../../contract/samples.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { formatMoment } from "../../ui/dates.ts";
import { sayValue } from "../../ui/format-measurement.ts";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import styles from "./neighbours.module.css";

export const rowIdOf = (id: string) => `neighbour-${id}`;

/** The data points around a sample, nearest first. Each has a mark on the map. */
export function NearList({
  near,
  chosenId,
  onPoint,
}: {
  near: readonly Neighbour[];
  chosenId: string | undefined;
  /** Which one has the pointer or the focus, if any. */
  onPoint: (id: string | undefined) => void;
}) {
  const addressOf = useSampleAddress();
  if (near.length === 0) return <p className="muted">{t("sample.near.none")}</p>;
  return (
    <ol className={`stack ruled ${styles.near}`}>
      {near.map((each) => (
        <li key={each.id} id={rowIdOf(each.id)} data-chosen={each.id === chosenId}>
          <Link
            to={addressOf(each.id)}
            className={`cluster center gap-4 across-12 ${styles.row}`}
            aria-label={t("sample.near.openOf", {
              name: each.adventurer_id,
              distance: metersWords(each.distance),
            })}
            onPointerEnter={() => onPoint(each.id)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(each.id)}
          >
            <Thumbnail src={each.thumbnail_presigned_url} className={`middle muted ${styles.thumbnail}`} />
            <span className={`stack shrinks ${styles.words}`}>
              <span className="row center gap-8 strong figures">
                <span className={styles.shape} data-own={each.is_same_adventurer} aria-hidden="true" />
                {reviewText("review.seen.distance", { distance: metersWords(each.distance) })}
              </span>
              <span className="muted small breaks">
                <WordsAndInstant
                  words={each.is_same_adventurer ? t("sample.near.own") : each.adventurer_id}
                  of={each.measured_at}
                  areWords={each.is_same_adventurer}
                />
              </span>
            </span>
            <Value of={each} />
            <ReviewState state={each.state} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The volunteer's data points before and after a sample. */
export function Walk({
  sample,
  before,
  after,
}: {
  sample: SampleDetail;
  before: readonly Neighbour[];
  after: readonly Neighbour[];
}) {
  const addressOf = useSampleAddress();
  if (before.length + after.length === 0) return <p className="muted">{t("sample.walk.none")}</p>;
  const here = Date.parse(sample.captured_at ?? sample.created_at);
  const step = (each: Neighbour) => {
    const seconds = (Date.parse(each.measured_at) - here) / 1000;
    const duration = durationWords(Math.abs(seconds));
    return (
      <li key={each.id}>
        <Link
          to={addressOf(each.id)}
          className={`row center gap-8 ${styles.step}`}
          aria-label={t("sample.near.openInTime", { when: formatMoment(each.measured_at) })}
        >
          <Thumbnail src={each.thumbnail_presigned_url} className={`middle muted ${styles.thumbnail}`} />
          <span className={`stack shrinks ${styles.words}`}>
            <span>{t(seconds < 0 ? "sample.walk.earlier" : "sample.walk.later", { duration })}</span>
            <span className="muted small breaks">
              {reviewText("review.seen.distance", { distance: metersWords(each.distance) })}
            </span>
            <Value of={each} />
          </span>
        </Link>
      </li>
    );
  };
  return (
    <ol className={`row gap-8 ${styles.walk}`}>
      {before.map(step)}
      <li ref={toMiddle} className={`middle strong ${styles.here}`} aria-current="true">
        {t("sample.walk.this")}
      </li>
      {after.map(step)}
    </ol>
  );
}

/** Scrolls the strip so that this one is in the middle. */
function toMiddle(here: HTMLElement | null): void {
  const strip = here?.parentElement;
  if (!here || !strip?.scrollBy) return;
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  strip.scrollBy({ left: middleOf(here) - middleOf(strip), behavior: "instant" });
}

function useSampleAddress() {
  const { search } = useLocation();
  return (id: string) => `${deskPaths.sample(id)}${search}`;
}

function Value({ of: { measurements } }: { of: Neighbour }) {
  const [first] = measurements;
  return first ? <span className="strong figures breaks">{sayValue(first)}</span> : null;
}

/** `40 seconds`, `5 minutes`, `3 hours`, `2 days` */
export function durationWords(seconds: number): string {
  if (seconds < 90) return t("sample.duration.seconds", { count: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t("sample.duration.minutes", { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t("sample.duration.hours", { count: hours })
    : t("sample.duration.days", { count: Math.round(hours / 24) });
}
