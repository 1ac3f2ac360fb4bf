import { type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { t } from "../texts/components.ts";
import { Button } from "./button.tsx";
import { EmptyState, FailedState } from "./message-state.tsx";
import { Loading } from "./skeleton.tsx";

/** A list in whichever state it is: on its way, failed, empty, or there. What came earlier outlives a failure. */
export function Fetched<Item>({
  items,
  error,
  onRetry,
  empty,
  children,
}: {
  items: readonly Item[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** The sentence for an empty list. */
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  if (items === undefined) {
    if (error !== undefined) return <FailedState message={t("app.fetchFailed")} onRetry={onRetry} />;
    return <Loading height="20rem" />;
  }
  return items.length === 0 ? <EmptyState>{empty}</EmptyState> : children(items);
}

/** The same for a list that comes in parts: the next part on demand. While another order is on its way the old rows stay. */
export function FetchedInParts<Item>({
  list,
  empty,
  children,
}: {
  list: {
    items: readonly Item[] | undefined;
    error: unknown;
    reload: () => unknown;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => void;
  };
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const lastItems = useRef<readonly Item[]>(undefined);
  useEffect(() => {
    if (list.items) lastItems.current = list.items;
  });
  const isStale = list.items === undefined && list.error === undefined && Boolean(lastItems.current?.length);
  const latestItems = isStale ? lastItems.current : list.items;
  // Many rows are drawn in slices: a phone answers a thumb meanwhile.
  const items = useDeferredValue(latestItems);
  return (
    <>
      <div aria-busy={isStale || items !== latestItems}>
        <Fetched items={items} error={list.error} onRetry={() => void list.reload()} empty={empty}>
          {children}
        </Fetched>
      </div>
      {list.hasMore ? (
        <Button busy={list.isLoadingMore} onClick={list.loadMore}>
          {t("components.showMore")}
        </Button>
      ) : null}
    </>
  );
}
