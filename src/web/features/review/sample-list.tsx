import { useDeferredValue, useEffect, useRef } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/desk.ts";
import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import { Button } from "../../ui/button.tsx";
import { ShowMore } from "../../ui/fetched.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { formatCount } from "../../ui/numbers.ts";
import { Loading } from "../../ui/skeleton.tsx";
import { tableRoles as as } from "../../ui/table-roles.ts";
import { whenNear } from "../../ui/when-near.ts";
import type { DeskRow } from "./desk-rows.ts";
import { activeNarrowings, without } from "./sample-filter.ts";
import styles from "./sample-list.module.css";
import { GridCard, TableRow } from "./sample-row.tsx";
import type { OpenDesk } from "./use-review-desk.ts";

/** The states of the list, each with its count. */
export function SampleTabs({ openDesk: { filter, counts, addressOf } }: { openDesk: OpenDesk }) {
  const addressOfTab = (tab: { state: SampleState; isRecheck: boolean }) => addressOf(undefined, { ...filter, ...tab });
  const shown = (state: SampleState | "recheck") => {
    const count = counts?.[state];
    if (count === undefined) return null;
    const isAtLeast = counts?.counted_up_to != null && count >= counts.counted_up_to;
    return (
      <>
        {" "}
        <span className={`figures ${styles.count}`}>
          {isAtLeast ? t("desk.tab.countAtLeast", { count: formatCount(count) }) : formatCount(count)}
        </span>
      </>
    );
  };
  return (
    <nav aria-label={reviewText("review.list.states")}>
      <ul className={`row gap-4 ${styles.states}`}>
        {sampleStates.map((state) => (
          <li key={state}>
            <Link
              className="muted small strong nowrap"
              to={addressOfTab({ state, isRecheck: false })}
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
              className="muted small strong nowrap"
              to={addressOfTab({ state: "pending", isRecheck: true })}
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

/** The samples of one tab, each with a link to its details: a table, or a grid of photos. */
export function SampleList({ openDesk, title }: { openDesk: OpenDesk; title: string }) {
  const { id, filter, list, desk, state, frame, addressOf } = openDesk;
  const { hasMore, isLoadingMore, loadMore } = list;
  const end = useRef<HTMLDivElement>(null);
  // Draws many rows in slices, so that a phone stays responsive.
  const rows = useDeferredValue(state.rows);
  const length = rows?.length ?? 0;
  const latestMore = useRef(loadMore);
  useEffect(() => {
    latestMore.current = loadMore;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every part moves the end.
  useEffect(() => {
    if (!hasMore || isLoadingMore || !window.IntersectionObserver) return;
    return whenNear(end.current, () => latestMore.current());
  }, [hasMore, isLoadingMore, length]);

  if (rows === undefined) {
    return list.error !== undefined ? (
      <FailedState message={reviewText("review.failed")} onRetry={() => void list.reload()} />
    ) : (
      <Loading height="24rem" />
    );
  }
  if (rows.length === 0 && !hasMore) return <EmptyList openDesk={openDesk} />;
  const propsOf = (row: DeskRow) => ({
    row,
    isChosen: row.id === id,
    isSelected: filter.isRecheck ? undefined : state.selected.has(row.id),
    claimedBy: state.claims.get(row.id),
    isSending: desk.decisions.isSending(row.id),
    address: addressOf(row.id),
    onSelect: desk.toggle,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <section ref={frame} className={`card ${styles.frame}`} aria-label={title} tabIndex={0}>
      {state.view === "list" ? (
        <table {...as.table} className={styles.table} aria-label={title}>
          <thead {...as.rows}>
            <tr {...as.row}>
              <th {...as.columnHeader}>{reviewText("review.list.quest")}</th>
              <th {...as.columnHeader}>{reviewText("review.list.coordinates")}</th>
              <th {...as.columnHeader}>
                <span className="visually-hidden">{reviewText("review.list.info")}</span>
              </th>
            </tr>
          </thead>
          <tbody {...as.rows}>
            {rows.map((row) => (
              <TableRow key={row.id} {...propsOf(row)} />
            ))}
          </tbody>
        </table>
      ) : (
        <ul className={`grid gap-12 ${styles.grid}`} aria-label={title}>
          {rows.map((row) => (
            <GridCard key={row.id} {...propsOf(row)} />
          ))}
        </ul>
      )}
      {hasMore ? (
        <div ref={end} className={`middle ${styles.more}`}>
          <ShowMore of={list} />
        </div>
      ) : null}
    </section>
  );
}

function EmptyList({ openDesk: { filter, changeFilter } }: { openDesk: OpenDesk }) {
  const narrowings = activeNarrowings(filter);
  const isFiltered = narrowings.some((name) => name !== "quest");
  const clear = () => changeFilter(without(filter, "all"));
  const words = filter.isRecheck ? t("desk.recheck.empty") : reviewText(`review.empty.${filter.state}`);
  return (
    <EmptyState action={narrowings.length > 0 ? <Button onClick={clear}>{t("desk.empty.clear")}</Button> : undefined}>
      {isFiltered ? t("desk.empty.filtered") : words}
    </EmptyState>
  );
}
