import { useDeferredValue, useEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/quests.ts";
import { findJoinObstacle } from "../../../contract/joining-rules.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { ListInParts } from "../../foundation/api/list-parts.ts";
import { deadlineDay } from "../../foundation/api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { QuestCard, QuestCardSkeleton } from "./quest-card.tsx";
import styles from "./quest-list.module.css";

/** The number of quests; with more pages to come, the number so far. */
export function countOf(quests: readonly unknown[], hasMore: boolean): string {
  const count = quests.length;
  return hasMore && count > 0 ? t("quests.list.countSoFar", { count }) : t("quests.list.count", { count });
}

/** Estimated height on a phone. */
const cardHeightPx = 200;

/** The quests as cards, part by part. */
export function QuestList({
  list,
  statusOf,
  isNarrowed,
  distanceOf,
  onClear,
  onPoint,
}: {
  list: ListInParts<Quest>;
  /** The user's status, by quest. */
  statusOf: ReadonlyMap<number, string>;
  isNarrowed: boolean;
  /** Formatted; undefined if unknown. */
  distanceOf: (quest: Quest) => string | undefined;
  onClear: () => void;
  onPoint: (id: number | undefined) => void;
}) {
  const { items, error, isLoading, hasMore } = list;
  const count = items && !isLoading ? countOf(items, hasMore) : undefined;
  // The old cards stay, dimmed, while another search runs.
  const lastItems = useRef<readonly Quest[]>(undefined);
  useEffect(() => {
    if (items) lastItems.current = items;
  });
  const isStale = items === undefined && isLoading && Boolean(lastItems.current?.length);
  // Renders in short slices, so that the page stays responsive.
  const quests = useDeferredValue(isStale ? lastItems.current : items);

  useEffect(() => {
    if (count !== undefined) announce(count);
  }, [count]);

  if (!quests) {
    if (error && !isLoading) {
      return (
        <FailedState message={t("app.fetchFailed")} onRetry={() => void list.reload()}>
          {t("quests.list.failed")}
        </FailedState>
      );
    }
    return (
      <Loading label={t("quests.loading")}>
        <div className={`grid gap-16 ${styles.list}`}>
          {[1, 2, 3, 4].map((key) => (
            <QuestCardSkeleton key={key} />
          ))}
        </div>
      </Loading>
    );
  }
  if (quests.length === 0) {
    return (
      <EmptyState
        action={
          isNarrowed ? (
            <Button tone="primary" onClick={onClear}>
              {t("quests.list.clear")}
            </Button>
          ) : null
        }
      >
        {isNarrowed ? t("quests.list.noMatch") : t("quests.list.none")}
      </EmptyState>
    );
  }
  const today = deadlineDay();
  const isOpen = (quest: Quest) => findJoinObstacle(quest, today) === undefined;
  const closed = quests.filter((quest) => !isOpen(quest));
  const cardsOf = (shown: readonly Quest[]) =>
    shown.length > 0 ? (
      <LongList
        className={`grid gap-16 ${styles.list}`}
        itemHeightPx={cardHeightPx}
        total={hasMore ? undefined : shown.length}
        aria-busy={isStale}
      >
        {shown.map((quest) => (
          <QuestCard
            key={quest.id}
            quest={quest}
            status={statusOf.get(quest.id)}
            distance={distanceOf(quest)}
            onPoint={(isOn) => onPoint(isOn ? quest.id : undefined)}
          />
        ))}
      </LongList>
    ) : null;
  const more = hasMore ? (
    <div className={`middle ${styles.more}`}>
      <Button onClick={list.loadMore} busy={list.isLoadingMore}>
        {t("quests.list.showMore")}
      </Button>
    </div>
  ) : null;
  // The server lists closed ones last, so that the rest of the list is closed too.
  return (
    <>
      {cardsOf(quests.filter(isOpen))}
      {closed.length > 0 ? (
        <details className={styles.closed} open={closed.length === quests.length}>
          <summary>{t("quests.list.closed", { count: closed.length })}</summary>
          {cardsOf(closed)}
          {more}
        </details>
      ) : (
        more
      )}
    </>
  );
}
