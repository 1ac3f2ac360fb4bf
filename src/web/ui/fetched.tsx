import { type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { t } from "../../../generated/web-texts/components.ts";
import { Button } from "./button.tsx";
import { EmptyState, FailedState } from "./message-state.tsx";
import { Part } from "./part.tsx";
import { Loading } from "./skeleton.tsx";

/** The answer of a call, or that it is loading or has failed. */
export function Loaded<Data>({
  of: { data, error, mutate },
  height,
  children,
}: {
  of: { data: Data | undefined; error: unknown; mutate: () => unknown };
  /** Height of the placeholder. */
  height: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) {
    return (
      <Part of={data}>
        <Drawn>{() => children(data)}</Drawn>
      </Part>
    );
  }
  if (error === undefined) return <Loading height={height} />;
  return <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()} />;
}

/** What it draws fails within the part that it is in. */
const Drawn = ({ children }: { children: () => ReactNode }) => children();

/** A list that may be loading, failed or empty. Loaded items stay after a failure. */
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
  /** Text for an empty list. */
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  return (
    <Loaded of={{ data: items, error, mutate: onRetry }} height="20rem">
      {(loaded) => (loaded.length === 0 ? <EmptyState>{empty}</EmptyState> : children(loaded))}
    </Loaded>
  );
}

type Parts = { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void };

/** Loads the next part of a list, as long as there is one. */
export function ShowMore({
  of: { hasMore, isLoadingMore, loadMore },
  className,
}: {
  of: Parts;
  className?: string | undefined;
}) {
  if (!hasMore) return null;
  return (
    <Button className={className} busy={isLoadingMore} onClick={loadMore}>
      {t("components.showMore")}
    </Button>
  );
}

/** Like `Fetched`, for a paginated list. The old rows stay while another order loads. */
export function FetchedInParts<Item>({
  list,
  empty,
  children,
}: {
  list: {
    items: readonly Item[] | undefined;
    error: unknown;
    reload: () => unknown;
  } & Parts;
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const lastItems = useRef<readonly Item[]>(undefined);
  useEffect(() => {
    if (list.items) lastItems.current = list.items;
  });
  const isStale = list.items === undefined && list.error === undefined && Boolean(lastItems.current?.length);
  const latestItems = isStale ? lastItems.current : list.items;
  // Renders long lists in slices, so that phones stay responsive.
  const items = useDeferredValue(latestItems);
  return (
    <>
      <div aria-busy={isStale || items !== latestItems}>
        <Fetched items={items} error={list.error} onRetry={() => void list.reload()} empty={empty}>
          {children}
        </Fetched>
      </div>
      <ShowMore of={list} />
    </>
  );
}
