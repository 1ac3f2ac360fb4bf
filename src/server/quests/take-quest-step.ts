import { earliestDayOnEarth } from "../../contract/joining-rules.ts";
import { findPublishGaps, isStepDone, listSteps, statusAfter } from "../../contract/publishing-rules.ts";
import type { QuestLife, QuestStepPayload } from "../../contract/quest-life.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getQuestLife, lockQuestStage, setQuestStage } from "./quest-life-queries.ts";
import { getQuest } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";

/**
 * Publishes, pauses, closes or archives a quest. A step that was already taken changes nothing.
 * @throws DomainError `quest_not_found`, `quest_step_refused`, `quest_not_publishable`
 */
export async function takeQuestStep(
  db: Db,
  { id, person }: { id: number; person: string },
  { step, seen }: QuestStepPayload,
): Promise<QuestLife> {
  await transaction(db, async (tx) => {
    const quest = await lockQuestStage(tx, id);
    if (isStepDone(step, quest)) return;
    if (seen !== undefined && seen !== quest.quest_status) throw new DomainError("quest_step_refused.changed");
    if (!listSteps(quest).includes(step)) {
      throw new DomainError(step === "archive" ? "quest_step_refused.open" : "quest_step_refused");
    }
    if (step === "publish") requirePublishable(await getQuest(tx, id), new Date());
    const after = { status: statusAfter[step] ?? quest.quest_status, isArchived: step === "archive" };
    await recordQuestChange(tx, { questId: id, person }, () => setQuestStage(tx, id, after));
  });
  return getQuestLife(db, id);
}

/** @throws DomainError `quest_not_publishable` with what is missing */
function requirePublishable(quest: Quest, now: Date): void {
  const { needed } = findPublishGaps(quest, earliestDayOnEarth(now));
  if (needed.length === 0) return;
  const fields = { place: "locations", description: "quest_description", deadline: "quest_deadline" };
  throw new DomainError("quest_not_publishable", {
    info: needed.map((gap) => ({ path: fields[gap], message: { key: `refusals.quest_not_publishable.${gap}` } })),
  });
}
