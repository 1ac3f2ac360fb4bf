import { type RefObject, useDeferredValue, useEffect, useRef } from "react";
import { Link } from "react-router";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import type { SampleCounts } from "../../../contract/reviews.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { formatCount } from "../../components/numbers.ts";
import { Loading } from "../../components/skeleton.tsx";
import { whenNear } from "../../components/when-near.ts";
import { t as componentsText } from "../../texts/components.ts";
import { t } from "../../texts/desk.ts";
import { t as reviewText } from "../../texts/review.ts";
import type { DeskRow } from "./desk-rows.ts";
import { activeNarrowings, type SampleFilter } from "./sample-filter.ts";
import styles from "./sample-list.module.css";
import { GridCard, TableRow } from "./sample-row.tsx";

/** The states of the list, each with how many there are. */
export function SampleTabs({
  filter,
  counts,
  addressOf,
}: {
  filter: SampleFilter;
  counts: SampleCounts | undefined;
  addressOf: (to: { state: SampleState; isRecheck: boolean }) => string;
}) {
  const shown = (state: SampleState | "recheck") => {
    const count = counts?.[state];
    if (count === undefined) return null;
    const isAtLeast = counts?.counted_up_to != null && count >= counts.counted_up_to;
    return (
      <>
        {" "}
        <span className={styles.count}>
          {isAtLeast ? t("desk.tab.countAtLeast", { count: formatCount(count) }) : formatCount(count)}
        </span>
      </>
    );
  };
  return (
    <nav aria-label={reviewText("review.list.states")}>
      <ul className={styles.states}>
        {sampleStates.map((state) => (
          <li key={state}>
            <Link
              to={addressOf({ state, isRecheck: false })}
              aria-current={state === filter.state && !filter.isRecheck ? "page" : undefined}
            >
              {reviewText(`review.state.${state}`)}
              {shown(state)}
            </Link>
          </li>
        ))}
        {filter.isRecheck || (counts && counts.recheck > 0) ? (
          <li>
            <Link
              to={addressOf({ state: "pending", isRecheck: true })}
              aria-current={filter.isRecheck ? "page" : undefined}
            >
              {t("desk.tab.recheck")}
              {shown("recheck")}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** The samples of one tab, each leading to its detail: a table, or a grid of photos. */
export function SampleList({
  title,
  empty,
  view,
  rows: latestRows,
  hasFailed,
  chosenId,
  selected,
  claims,
  isSending,
  frame,
  addressOf,
  onSelect,
  onReload,
  hasMore,
  isLoadingMore,
  onMore,
}: {
  title: string;
  empty: React.ReactNode;
  view: "list" | "grid";
  /** Undefined while they are on their way. */
  rows: readonly DeskRow[] | undefined;
  hasFailed: boolean;
  chosenId: string | undefined;
  /** Undefined where nothing can be selected. */
  selected: ReadonlySet<string> | undefined;
  /** Who else has which open, beside what the rows say. */
  claims: ReadonlyMap<string, string>;
  /** Whether a decision is on its way. */
  isSending: (id: string) => boolean;
  /** What scrolls. */
  frame: RefObject<HTMLElement | null>;
  addressOf: (id: string) => string;
  onSelect: (id: string, isRange: boolean) => void;
  onReload: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  // A part of them is drawn in slices: a phone answers a thumb meanwhile.
  const rows = useDeferredValue(latestRows);
  const length = rows?.length ?? 0;
  const latestMore = useRef(onMore);
  useEffect(() => {
    latestMore.current = onMore;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every part the end is somewhere else.
  useEffect(() => {
    if (!hasMore || isLoadingMore || !window.IntersectionObserver) return;
    return whenNear(end.current, () => latestMore.current());
  }, [hasMore, isLoadingMore, length]);

  if (rows === undefined) {
    return hasFailed ? (
      <FailedState message={reviewText("review.failed")} onRetry={onReload} />
    ) : (
      <Loading height="24rem" />
    );
  }
  if (rows.length === 0 && !hasMore) return empty;
  const propsOf = (row: DeskRow) => ({
    row,
    isChosen: row.id === chosenId,
    isSelected: selected?.has(row.id),
    claimedBy: claims.get(row.id),
    isSending: isSending(row.id),
    address: addressOf(row.id),
    onSelect,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <section ref={frame} className={styles.frame} aria-label={title} tabIndex={0}>
      {view === "list" ? (
        // biome-ignore lint/a11y/noRedundantRoles: its boxes are no table's, which takes the role away.
        <table role="table" className={styles.table} aria-label={title}>
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <thead role="rowgroup">
            {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
            <tr role="row">
              {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
              <th role="columnheader" scope="col">
                {reviewText("review.list.quest")}
              </th>
              {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
              <th role="columnheader" scope="col">
                {reviewText("review.list.coordinates")}
              </th>
              {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
              <th role="columnheader" scope="col">
                <span className="visually-hidden">{reviewText("review.list.info")}</span>
              </th>
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tbody role="rowgroup">
            {rows.map((row) => (
              <TableRow key={row.id} {...propsOf(row)} />
            ))}
          </tbody>
        </table>
      ) : (
        <ul className={styles.grid} aria-label={title}>
          {rows.map((row) => (
            <GridCard key={row.id} {...propsOf(row)} />
          ))}
        </ul>
      )}
      {hasMore ? (
        <div ref={end} className={styles.more}>
          <Button busy={isLoadingMore} onClick={onMore}>
            {componentsText("components.showMore")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** What an empty list says; of one quest it says the same as of all. */
export function EmptyList({ filter, onClear }: { filter: SampleFilter; onClear: () => void }) {
  const narrowings = activeNarrowings(filter);
  const action = narrowings.length > 0 ? <Button onClick={onClear}>{t("desk.empty.clear")}</Button> : undefined;
  if (narrowings.some((name) => name !== "quest")) {
    return <EmptyState action={action}>{t("desk.empty.filtered")}</EmptyState>;
  }
  return (
    <EmptyState action={action}>
      {filter.isRecheck ? t("desk.recheck.empty") : reviewText(`review.empty.${filter.state}`)}
    </EmptyState>
  );
}
