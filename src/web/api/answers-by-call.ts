import { mutate } from "swr";
import type { CallName, Calls, ResponseOf } from "../../contract/calls.ts";
import type { CallInput } from "./client.ts";

/** What SWR keeps an answer under. */
export const keyOf = <Name extends CallName>(name: Name, input: CallInput<Name>) => [name, input] as const;

type AnswerOf<Name extends CallName> = ResponseOf<Calls[Name]>;

/** Shows another answer in place of the one that was fetched, without asking the server. */
export async function changeAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  answer: AnswerOf<Name> | ((before: AnswerOf<Name> | undefined) => AnswerOf<Name> | undefined),
): Promise<void> {
  await mutate(keyOf(name, input), answer, { revalidate: false });
}

/** Fetches again what is in sight of these calls; with `params`, only the answers for those. */
export async function refetch(
  names: readonly CallName[],
  params: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await mutate((key) => {
    if (!Array.isArray(key) || !names.includes(key[0])) return false;
    const asked = (key as unknown as ReturnType<typeof keyOf>)[1].params as Record<string, unknown> | undefined;
    return Object.entries(params).every(([name, value]) => asked?.[name] === value);
  });
}

/** The user's record of a quest has changed elsewhere. */
export function refetchAdventurerQuest(username: string, id: number): void {
  void refetch(["getAdventurerQuest"], { username, id });
  void refetch(["listAdventurerQuests"], { username });
}

/** Something has become of the user's contributions. */
export function refetchContributions(username: string): void {
  void refetch(["getContribution", "summarizeContributions"], { username });
}
