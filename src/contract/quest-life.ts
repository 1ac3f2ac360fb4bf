import * as z from "zod/mini";
import { call } from "./call.ts";
import { questSteps } from "./publishing-rules.ts";
import { questStatusSchema } from "./quests.ts";
import { byId } from "./request-fields.ts";
import { instantSchema } from "./scalars.ts";

/** What a team's steps depend on. Not in the specification. */
export const questLifeSchema = z.object({
  quest_status: questStatusSchema,
  /** When it first had another status than INACTIVE. */
  published_at: z.nullable(instantSchema),
  archived_at: z.nullable(instantSchema),
  adventurer_count: z.int(),
  /** Data points. */
  sample_count: z.int(),
});
export type QuestLife = z.infer<typeof questLifeSchema>;

export const questStepPayloadSchema = z.object({
  step: z.enum(questSteps),
  /** The status that the caller saw: another one refuses the step. */
  seen: z.optional(questStatusSchema),
});
export type QuestStepPayload = z.infer<typeof questStepPayloadSchema>;

export const questLifeCalls = {
  getQuestLife: call("GET", "/quests/{id}/life", "viewer", {
    summary: "What a quest's team can do with it as a whole.",
    params: byId,
    response: questLifeSchema,
  }),
  takeQuestStep: call("POST", "/quests/{id}/steps", "coordinator", {
    summary:
      "Publish a quest, pause joining, close it, or move it into or out of the archive. A step that was already taken changes nothing.",
    params: byId,
    body: questStepPayloadSchema,
    response: questLifeSchema,
  }),
};
