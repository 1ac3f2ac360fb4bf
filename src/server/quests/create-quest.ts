import type { Quest, QuestFormPayload } from "../../contract/quests.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { pinProtocol } from "./pin-protocol.ts";
import { setFirstProtocol } from "./protocol-queries.ts";
import { insertQuestChange } from "./quest-history-queries.ts";
import { getQuest, insertLocations, insertQuest } from "./quest-queries.ts";
import { requireLanguages, requireOrganization } from "./quest-rules.ts";
import { refreshSearchText } from "./refresh-search-text.ts";

/**
 * Returns the new quest's id.
 * @throws DomainError `organization_null`, `forbidden`; a missing organization violates a constraint
 */
export async function createQuest(db: Db, { username, scope }: Actor, payload: QuestFormPayload): Promise<Quest> {
  requireInScope(scope, requireOrganization(payload));
  const id = await transaction(db, async (tx) => {
    const questId = await insertQuestWithPlaces(tx, payload);
    await insertQuestChange(tx, { questId, person: username, kind: "created", changes: [], locations: null });
    return questId;
  });
  return getQuest(db, id);
}

export async function insertQuestWithPlaces(tx: Tx, payload: QuestFormPayload): Promise<number> {
  const organization_id = requireOrganization(payload);
  requireLanguages(payload);
  const id = await insertQuest(tx, { ...payload, organization_id });
  await insertLocations(tx, id, payload.locations);
  if (payload.protocol) await setFirstProtocol(tx, id, await pinProtocol(tx, organization_id, payload.protocol));
  await refreshSearchText(tx, id);
  return id;
}
