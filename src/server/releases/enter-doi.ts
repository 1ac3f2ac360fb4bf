import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { lockRelease } from "./deposit-queries.ts";
import { type ReleaseId, setDoi } from "./release-queries.ts";
import { requireNoDoi } from "./release-rules.ts";

/**
 * Notes a DOI made elsewhere. Entering it again changes nothing.
 * @throws DomainError `release_not_found`, `release_refused`
 */
export function enterDoi(db: Db, id: ReleaseId, doi: string): Promise<void> {
  return transaction(db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (release?.state === "published" && release.doi === doi) return;
    requireNoDoi(release);
    await setDoi(tx, id, doi);
  });
}
