import { withKept } from "../api/kept-answers.ts";
import { currentAccount } from "../api/session.ts";

/** The cover of a quest saved for offline use. */
export async function findKeptPicture(questId: number): Promise<Blob | undefined> {
  const account = currentAccount();
  if (account === undefined) return undefined;
  const taken = await withKept((database) => database.get("taken", [account, questId]));
  return taken?.picture ?? undefined;
}
