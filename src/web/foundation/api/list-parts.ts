import { useMemo } from "react";
import useSWRInfinite from "swr/infinite";
import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import { asRead } from "../texts/reader-language.ts";
import { type AddressParts, keptAddressOf } from "./addresses.ts";
import { keyOf } from "./answers-by-call.ts";
import { type Answer, type CallInput, callForPart } from "./client.ts";
import { useInSight } from "./staleness.ts";

type ListName = {
  [Name in CallName]: ResponseOf<Calls[Name]> extends readonly unknown[] ? Name : never;
}[CallName];
/** Long tables load this many at a time. */
export const rowsPerPart = 50;

type ItemOf<Name extends ListName> = ResponseOf<Calls[Name]> extends readonly (infer Item)[] ? Item : never;

export type ListInParts<Item> = {
  /** Loaded so far; undefined before the first page. */
  items: Item[] | undefined;
  error: unknown;
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  reload: () => Promise<unknown>;
  /** Fetches the first page and any pages that have changed. */
  refresh: () => Promise<unknown>;
};

/** A paginated list that loads more on demand; no request while `input` is undefined. */
export function useListInParts<Name extends ListName>(
  name: Name,
  input: CallInput<Name> | undefined,
): ListInParts<ItemOf<Name>> {
  const inputOf = (after: string | undefined) =>
    (after === undefined ? input : { ...input, query: { ...input?.query, after } }) as CallInput<Name>;
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite(
    (index: number, before: Answer<Name> | null) => {
      if (index === 0) return input ? keyOf(name, input) : null;
      return before?.nextPart === undefined ? null : keyOf(name, inputOf(before.nextPart));
    },
    ([, asked]) => callForPart(name, asked),
  );
  const cursors = input ? [undefined, ...(data ?? []).slice(0, -1).map((part) => part.nextPart)] : [];
  useInSight(
    cursors.map((after) => keptAddressOf(name, inputOf(after) as AddressParts)),
    mutate,
  );
  const items = useMemo(() => data?.flatMap((part) => asRead(part.data as ItemOf<Name>[])), [data]);
  return {
    items,
    error,
    isLoading,
    isLoadingMore: isValidating && data !== undefined && size > data.length,
    hasMore: data?.at(-1)?.nextPart !== undefined,
    loadMore: () => void setSize(size + 1),
    reload: () => mutate(),
    refresh: () => mutate(data),
  };
}
