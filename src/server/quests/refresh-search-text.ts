import * as z from "zod/mini";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  findPublicStationNames,
  findQuests,
  findTranslations,
  lockQuestsOfOrganization,
  setFoundBy,
} from "./quest-queries.ts";
import { questSearchText } from "./quest-rules.ts";

/** Call it after changes of anything that search uses, including locations and stations. */
export async function refreshSearchText(tx: Tx, questId: number): Promise<void> {
  if ((await refreshAll(tx, [questId])) === 0) throw new DomainError("quest_not_found");
}

/** Returns how many were refreshed. */
async function refreshAll(tx: Tx, questIds: readonly number[]): Promise<number> {
  const quests = await findQuests(tx, questIds);
  const translations = await findTranslations(tx, questIds);
  const stationNames = await findPublicStationNames(tx, questIds);
  await setFoundBy(
    tx,
    quests.map((quest) => ({
      id: quest.id,
      search_text: questSearchText({
        ...quest,
        organization_name: quest.organization.organization_name,
        translations: translations.get(quest.id) ?? {},
        station_names: stationNames.get(quest.id),
      }),
    })),
  );
  return quests.length;
}

const batchSize = 25;

/**
 * Refreshes an organization's quests after it is renamed, few per transaction, so that joining a quest is never blocked
 * for long.
 */
async function refreshSearchTextOfOrganization(db: Db, organizationId: number): Promise<void> {
  let after = 0;
  while (true) {
    const ids = await transaction(db, async (tx) => {
      const locked = await lockQuestsOfOrganization(tx, organizationId, { after, limit: batchSize });
      await refreshAll(tx, locked);
      return locked;
    });
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? after;
  }
}

const searchTextJob = { name: "refresh-search-text", payload: z.object({ organizationId: z.int() }) };

/** Refreshes the search text of a renamed organization's quests, once the caller's transaction commits. */
export async function enqueueSearchTextOfOrganization(tx: Tx, organizationId: number): Promise<void> {
  await enqueue(tx, searchTextJob, { organizationId });
}

export const makeSearchTextHandler = ({ db }: { db: Db }): JobHandler =>
  handleJobs(searchTextJob, ({ organizationId }) => refreshSearchTextOfOrganization(db, organizationId));
