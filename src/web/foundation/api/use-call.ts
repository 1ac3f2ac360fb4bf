import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import { type AddressParts, keptAddressOf } from "./addresses.ts";
import { keyOf } from "./answers-by-call.ts";
import { type CallInput, call } from "./client.ts";
import { useInSight } from "./staleness.ts";

export type CallOptions<Name extends CallName> = SWRConfiguration<ResponseOf<Calls[Name]>> & {
  /** The offline bar ignores the age of this answer. */
  isAside?: boolean | undefined;
};

/** Options of calls whose answers never change. */
export const neverChanges = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  isAside: true,
};

/** The answer of a call, kept fresh; no request while the input is undefined. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | undefined,
  { isAside = false, ...options }: CallOptions<Name> = {},
): SWRResponse<ResponseOf<Calls[Name]>, unknown> {
  const answer = useSWR(input && keyOf(name, input), ([, asked]) => call(name, asked), options);
  const isTold = input !== undefined && !isAside;
  useInSight([isTold ? keptAddressOf(name, input as AddressParts) : undefined], answer.mutate);
  return answer;
}
