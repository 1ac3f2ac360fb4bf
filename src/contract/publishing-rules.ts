import type { QuestStatus } from "./enums.ts";

/** What a team does with a quest as a whole. */
export const questSteps = ["publish", "pause", "close", "archive", "unarchive"] as const;
export type QuestStep = (typeof questSteps)[number];

export type QuestStage = { quest_status: QuestStatus; archived_at: unknown };

/** The status after a step; undefined if it stays. */
export const statusAfter: Partial<Record<QuestStep, QuestStatus>> = {
  publish: "ACCEPTING_APPLICATIONS",
  pause: "IN_PROGRESS",
  close: "COMPLETED",
};

const stepsFrom: Record<QuestStatus, readonly QuestStep[]> = {
  INACTIVE: ["publish", "archive"],
  ACCEPTING_APPLICATIONS: ["pause", "close"],
  IN_PROGRESS: ["publish", "close"],
  DATA_PROCESSING: ["publish", "close"],
  COMPLETED: ["publish", "archive"],
};

export function listSteps({ quest_status, archived_at }: QuestStage): readonly QuestStep[] {
  return archived_at === null ? stepsFrom[quest_status] : ["publish", "unarchive"];
}

/** Whether the quest is already as the step leaves it. */
export function isStepDone(step: QuestStep, { quest_status, archived_at }: QuestStage): boolean {
  if (step === "archive") return archived_at !== null;
  if (step === "unarchive") return archived_at === null;
  return statusAfter[step] === quest_status;
}

/** A published quest needs these to be of use to volunteers. */
export const neededToPublish = ["place", "description", "deadline"] as const;
/** These make it better. */
export const advisedToPublish = ["limit", "form", "safety", "equipment", "motivation", "cover"] as const;
export type NeededToPublish = (typeof neededToPublish)[number];
export type AdvisedToPublish = (typeof advisedToPublish)[number];

export type PublishableQuest = {
  locations: readonly unknown[];
  quest_description: string | null;
  quest_deadline: string | null;
  adventurer_limit: number | null;
  adventurer_count: number;
  safety: string | null;
  equipment: string | null;
  study_motivation: string | null;
  quest_image: string | null;
  /** Null is the specification's form. */
  protocol?: { fields: readonly unknown[] } | null | undefined;
};

const isBlank = (text: string | null) => text === null || text.trim() === "";

/** What the quest lacks. `today` as in `findJoinObstacle`. */
export function findPublishGaps(
  quest: PublishableQuest,
  today: string,
): { needed: NeededToPublish[]; advised: AdvisedToPublish[] } {
  const { protocol, quest_deadline, adventurer_limit } = quest;
  const lacks: Record<NeededToPublish | AdvisedToPublish, boolean> = {
    place: quest.locations.length === 0,
    description: isBlank(quest.quest_description),
    deadline: quest_deadline !== null && quest_deadline.slice(0, 10) < today,
    form: protocol?.fields.length === 0,
    limit: adventurer_limit !== null && quest.adventurer_count >= adventurer_limit,
    safety: isBlank(quest.safety),
    equipment: isBlank(quest.equipment),
    motivation: isBlank(quest.study_motivation),
    cover: quest.quest_image === null,
  };
  return { needed: neededToPublish.filter((gap) => lacks[gap]), advised: advisedToPublish.filter((gap) => lacks[gap]) };
}
