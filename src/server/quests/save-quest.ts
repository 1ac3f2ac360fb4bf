import { isDeepStrictEqual } from "node:util";
import type { Quest, QuestChangePayload, QuestFormPayload, QuestLocationPayload } from "../../contract/quests.ts";
import type { Field, NamedList } from "../../protocol/field.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfQuest } from "../evidence/evidence-jobs.ts";
import { listQuestPlaces } from "../evidence/evidence-queries.ts";
import { pinLists } from "../lists/pin-lists.ts";
import { pinMedia } from "../media/pin-media.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { endForeignAssignments } from "../teams/member-queries.ts";
import { findOrganizationOf } from "../teams/require-team-role.ts";
import { setFirstProtocol, setProtocol } from "./protocol-queries.ts";
import { insertQuestChange, newestRevision } from "./quest-history-queries.ts";
import { getQuest, insertLocations, insertQuest, setLocation, setQuest } from "./quest-queries.ts";
import { requireLanguages, requireOrganization } from "./quest-rules.ts";
import { recordQuestChange } from "./record-quest-change.ts";
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

/**
 * Sets the fields of the quest that the payload has; what it leaves out stays. Locations with an id are updated, those
 * without are added, others stay. In another organization, its webhooks and foreign reviewers' assignments end.
 * @throws DomainError `quest_changed` since the payload's revision, `organization_null`, `forbidden` for another organization, `quest_not_found`, `location_not_found` for a location of another quest; as
 * `pinProtocol`
 */
export async function updateQuest(db: Db, actor: Actor, id: number, payload: QuestChangePayload): Promise<Quest> {
  requireInScope(actor.scope, requireOrganization(payload));
  requireLanguages(payload);
  await transaction(db, (tx) =>
    recordQuestChange(tx, { questId: id, person: actor.username }, async () => {
      await requireRevision(tx, id, payload.seen_revision);
      await setGiven(tx, id, payload, await findOrganizationOf(tx, id));
    }),
  );
  return getQuest(db, id);
}

/** The caller has locked the quest. */
async function requireRevision(tx: Tx, id: number, revision: number | undefined): Promise<void> {
  if (revision !== undefined && revision !== (await newestRevision(tx, id))) throw new DomainError("quest_changed");
}

async function setGiven(tx: Tx, id: number, payload: QuestChangePayload, formerOrganization: number): Promise<void> {
  const organization_id = requireOrganization(payload);
  await setQuest(tx, id, { ...payload, organization_id });
  if (organization_id !== formerOrganization) await handOver(tx, id);
  const { protocol } = payload;
  if (protocol !== undefined) await setProtocol(tx, id, protocol && (await pinProtocol(tx, organization_id, protocol)));
  const places = await listQuestPlaces(tx, id);
  await setLocations(tx, id, payload.locations);
  if (!isDeepStrictEqual(places, await listQuestPlaces(tx, id))) await enqueueEvidenceOfQuest(tx, id);
  await refreshSearchText(tx, id);
}

/** In another organization, reviewers without a role there and the former team's webhooks have no business. */
async function handOver(tx: Tx, questId: number): Promise<void> {
  await endForeignAssignments(tx, questId);
  await tx.deleteFrom("webhooks").where("quest_id", "=", questId).execute();
}

async function setLocations(tx: Tx, questId: number, locations: readonly QuestLocationPayload[]): Promise<void> {
  const added: QuestLocationPayload[] = [];
  for (const [index, location] of locations.entries()) {
    const { id } = location;
    if (id === undefined || id === null) added.push(location);
    else if (!(await setLocation(tx, questId, id, location))) {
      throw new DomainError("location_not_found", { field: `locations.${index}.id` });
    }
  }
  await insertLocations(tx, questId, added);
}

/** Sets what only the database knows about a protocol's lists, pictures and sounds. @throws DomainError as `pinLists` and `pinMedia` */
const pinProtocol = async <P extends { fields: Field[]; lists?: NamedList[] | undefined }>(
  db: Db,
  organizationId: number,
  protocol: P,
): Promise<P> => pinMedia(db, organizationId, await pinLists(db, organizationId, protocol));
