import { embeddedIssuer } from "../auth/identity.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { giveAdventurer, listUnboundAdventurers } from "./adventurer-queries.ts";

const batchSize = 500;

/**
 * Gives the rows of the time before they named an account to the embedded provider's accounts of the same name. A row that
 * is older than its account was somebody else's: it stays without one, and nobody reaches it.
 */
export async function bindFormerAdventurers(
  { db, logger }: { db: Db; logger: DatabaseLogger },
  findAccount: (username: string) => Promise<{ id: string; createdAt: Date } | undefined>,
): Promise<void> {
  let bound = 0;
  let left = 0;
  for (let after = ""; ; ) {
    const rows = await listUnboundAdventurers(db, { after, limit: batchSize });
    for (const { id: username, created_at } of rows) {
      const account = await findAccount(username);
      if (account && account.createdAt <= created_at) {
        await giveAdventurer(db, { issuer: embeddedIssuer, subject: account.id, username }, { issuer: null });
        bound++;
      } else left++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.id;
  }
  if (bound > 0) logger.info({ bound }, "users of before have their accounts now");
  if (left > 0) logger.warn({ left }, "the data of some users belongs to no account; nobody can reach it as its user");
}
