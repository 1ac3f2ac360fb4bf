import { mutate } from "swr";

/** The user's record of a quest has changed elsewhere: whoever shows it fetches it anew. */
export function refetchAdventurerQuest(username: string, id: number): void {
  void mutate(["getAdventurerQuest", username, id]);
  void mutate(["listAdventurerQuests", username]);
}

/** Something has become of the user's contributions: whoever shows one, or counts them, fetches it anew. */
export function refetchContributions(username: string): void {
  void mutate(
    (key) =>
      Array.isArray(key) && /^(getContribution|summarizeContributions)$/.test(String(key[0])) && key[1] === username,
  );
}
