import { useDeferredValue, useEffect, useRef } from "react";
import type { Quest } from "../../../contract/quests.ts";
import type { ListInParts } from "../../api/list-parts.ts";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { LongList } from "../../components/long-list.tsx";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { Loading } from "../../components/skeleton.tsx";
import { t } from "../../texts/quests.ts";
import { QuestCard, QuestCardSkeleton } from "./quest-card.tsx";
import styles from "./quest-list.module.css";

/** How many there are, in words; a list that goes on is counted as far as it has come. */
export function countOf(quests: readonly unknown[], hasMore: boolean): string {
  const count = quests.length;
  return hasMore && count > 0 ? t("quests.list.countSoFar", { count }) : t("quests.list.count", { count });
}

/** About what a card takes on a phone. */
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
  /** The adventurer's own status of a quest. */
  statusOf: ReadonlyMap<number, string>;
  isNarrowed: boolean;
  /** In words; undefined where it is not known. */
  distanceOf: (quest: Quest) => string | undefined;
  onClear: () => void;
  onPoint: (id: number | undefined) => void;
}) {
  const { items, error, isLoading, hasMore } = list;
  const count = items && !isLoading ? countOf(items, hasMore) : undefined;
  // While another search is under way the old cards stay, dimmed, instead of flashing away and back.
  const lastItems = useRef<readonly Quest[]>(undefined);
  useEffect(() => {
    if (items) lastItems.current = items;
  });
  const isStale = items === undefined && isLoading && Boolean(lastItems.current?.length);
  // Many cards are rendered in short slices, between which a tap or a typed letter is answered.
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
        <div className={styles.list}>
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
  return (
    <>
      <LongList
        className={styles.list}
        itemHeightPx={cardHeightPx}
        total={hasMore ? undefined : quests.length}
        aria-busy={isStale}
      >
        {quests.map((quest) => (
          <QuestCard
            key={quest.id}
            quest={quest}
            status={statusOf.get(quest.id)}
            distance={distanceOf(quest)}
            onPoint={(isOn) => onPoint(isOn ? quest.id : undefined)}
          />
        ))}
      </LongList>
      {hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} busy={list.isLoadingMore}>
            {t("quests.list.showMore")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
