import { mutate } from "swr";
import type { CallName, Calls } from "../../../contract/all-calls.ts";
import type { ResponseOf } from "../../../contract/call.ts";
import type { CallInput } from "./client.ts";

/** The SWR cache key. */
export const keyOf = <Name extends CallName>(name: Name, input: CallInput<Name>) => [name, input] as const;

type AnswerOf<Name extends CallName> = ResponseOf<Calls[Name]>;

/** Replaces a cached answer without a request. */
export async function changeAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  answer: AnswerOf<Name> | ((before: AnswerOf<Name> | undefined) => AnswerOf<Name> | undefined),
): Promise<void> {
  await mutate(keyOf(name, input), answer, { revalidate: false });
}

/** Refetches the visible answers of these calls; with `params`, only the matching ones. */
export async function refetch(
  names: readonly CallName[],
  params: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await mutate((key) => {
    if (!Array.isArray(key) || !names.includes(key[0])) return false;
    const asked = key[1] as { params?: Record<string, unknown> };
    return Object.entries(params).every(([name, value]) => asked.params?.[name] === value);
  });
}

export function refetchAdventurerQuest(username: string, id: number): void {
  void refetch(["getAdventurerQuest"], { username, id });
  void refetch(["listAdventurerQuests"], { username });
}
