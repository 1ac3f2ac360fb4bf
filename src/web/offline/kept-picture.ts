import { withKept } from "../foundation/api/kept-answers.ts";
import { currentAccount } from "../foundation/api/session.ts";

/** The cover of a quest saved for offline use. */
export async function findKeptPicture(questId: number): Promise<Blob | undefined> {
  const account = currentAccount();
  if (account === undefined) return undefined;
  const taken = await withKept((database) => database.get("taken", [account, questId]));
  return taken?.picture ? new Blob([taken.picture.bytes], { type: taken.picture.type }) : undefined;
}
