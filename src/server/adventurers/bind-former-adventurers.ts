import type { DatabaseLogger, Db } from "../database/connection.ts";
import { giveUnboundAdventurers, listUnboundAdventurers } from "./adventurer-queries.ts";

const batchSize = 1_000;

/**
 * Gives the rows of the time before they named an account to the embedded provider's accounts of the same name. A row that
 * is older than its account was somebody else's: it stays without one, and nobody reaches it. `findAccounts` answers with the
 * accounts by the names that it was given.
 */
export async function bindFormerAdventurers(
  { db, logger }: { db: Db; logger: DatabaseLogger },
  findAccounts: (usernames: string[]) => Promise<ReadonlyMap<string, { id: string; createdAt: Date }>>,
): Promise<void> {
  let bound = 0;
  let left = 0;
  for (let after = ""; ; ) {
    const rows = await listUnboundAdventurers(db, { after, limit: batchSize });
    const accounts = await findAccounts(rows.map(({ id }) => id));
    const toGive = rows.flatMap(({ id: username, created_at }) => {
      const account = accounts.get(username);
      return account && account.createdAt <= created_at ? [{ username, subject: account.id }] : [];
    });
    const given = await giveUnboundAdventurers(db, toGive);
    bound += given;
    left += rows.length - given;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.id;
  }
  if (bound > 0) logger.info({ bound }, "users of before have their accounts now");
  if (left > 0) logger.warn({ left }, "the data of some users belongs to no account; nobody can reach it as its user");
}
