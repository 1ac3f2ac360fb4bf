import { announceChange } from "./changes.ts";
import { forgetLastWordsOf } from "./last-words.ts";
import { write } from "./storage.ts";

/** Forgets the account's data points that have arrived; what has not stays. */
export async function forgetArrived(account: string): Promise<void> {
  const kept = await write(async (transaction) => {
    const records = await transaction.recordsOf(account);
    for (const { localId, state } of records) {
      if (state === "delivered") await transaction.deleteRecord(localId);
    }
    return records.filter(({ state }) => state === "draft").map(({ localId }) => localId);
  });
  forgetLastWordsOf(account, { kept });
  announceChange();
}
