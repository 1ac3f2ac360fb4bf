import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findQuestIdsOfOrganization, findQuests, setSearchText } from "./quest-queries.ts";
import { questSearchText } from "./quest-rules.ts";

/** After anything changed that a quest is found by. */
export async function refreshSearchText(tx: Tx, questId: number): Promise<void> {
  const [quest] = await findQuests(tx, [questId]);
  if (!quest) throw new DomainError("quest_not_found");
  const { organization_name } = quest.organization;
  await setSearchText(tx, questId, questSearchText({ ...quest, organization_name }));
}

/** After an organization's name changed: its quests are found by the new one. */
export async function refreshSearchTextOfOrganization(tx: Tx, organizationId: number): Promise<void> {
  for (const questId of await findQuestIdsOfOrganization(tx, organizationId)) await refreshSearchText(tx, questId);
}
