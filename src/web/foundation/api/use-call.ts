import { useMemo } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import { asRead } from "../texts/reader-language.ts";
import { type AddressParts, keptAddressOf } from "./addresses.ts";
import { keyOf } from "./answers-by-call.ts";
import { type CallInput, call } from "./client.ts";
import { useInSight } from "./staleness.ts";

export type CallOptions<Name extends CallName> = SWRConfiguration<ResponseOf<Calls[Name]>> & {
  /** The offline bar ignores the age of this answer. */
  isAside?: boolean | undefined;
  /** Texts of quests stay in the quest's own language, as the team's screens show them. */
  isAsWritten?: boolean | undefined;
};

/** Options of calls whose answers never change. */
export const neverChanges = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  isAside: true,
};

/**
 * The answer of a call, kept fresh, with the texts of quests in the reader's language: only in this file and in `useListInParts`.
 * The cache has all languages, as `call` gives them to those who edit. No request while the input is undefined.
 */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | undefined,
  { isAside = false, isAsWritten = false, ...options }: CallOptions<Name> = {},
): SWRResponse<ResponseOf<Calls[Name]>, unknown> {
  const answer = useSWR(input && keyOf(name, input), ([, asked]) => call(name, asked), options);
  const isTold = input !== undefined && !isAside;
  useInSight([isTold ? keptAddressOf(name, input as AddressParts) : undefined], answer.mutate);
  const { data } = answer;
  const read = useMemo(() => (isAsWritten ? data : asRead(data)), [data, isAsWritten]);
  // The rest is inherited: SWR notes which of its getters are used.
  return Object.create(answer, { data: { value: read } });
}

/** The answer of a call that a press makes, with the texts of quests in the reader's language. */
export async function callAsRead<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<ResponseOf<Calls[Name]>> {
  return asRead(await call(name, input));
}
