import { announceChange } from "./changes.ts";
import { photosOf, write } from "./storage.ts";

/** Forgets the account's data points that have arrived; what has not stays. */
export async function forgetDelivered(account: string): Promise<void> {
  await write(async (transaction) => {
    const records = await transaction.objectStore("records").index("by-account").getAll(account);
    for (const { localId, state } of records) {
      if (state !== "delivered") continue;
      await transaction.objectStore("records").delete(localId);
      await transaction.objectStore("photos").delete(photosOf(localId));
    }
  });
  announceChange();
}
