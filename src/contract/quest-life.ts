import * as z from "zod/mini";
import { questSteps } from "./publishing-rules.ts";
import { questStatusSchema } from "./quests.ts";
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
