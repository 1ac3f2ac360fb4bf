import type { ReactNode } from "react";
import { errorMessages, statusMessages } from "../../contract/messages.ts";
import { EmptyState, FailedState } from "./message-state.tsx";
import { Loading, Skeleton } from "./skeleton.tsx";

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
    if (error !== undefined) return <FailedState message={errorMessages.fetchFailed} onRetry={onRetry} />;
    return (
      <Loading label={statusMessages.loading}>
        <Skeleton height="20rem" radius="10px" />
      </Loading>
    );
  }
  return items.length === 0 ? <EmptyState>{empty}</EmptyState> : children(items);
}
