import { forgetLastWords } from "./last-words.ts";
import { write } from "./storage.ts";

/** Deletes the account's delivered records. */
export async function forgetArrived(account: string): Promise<void> {
  const arrived = await write(async (transaction) => {
    const records = await transaction.recordsOf(account);
    const arrived = records.filter(({ state }) => state === "delivered");
    for (const { localId } of arrived) await transaction.deleteRecord(localId);
    return arrived;
  });
  for (const record of arrived) forgetLastWords(record);
}
