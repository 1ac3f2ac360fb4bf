import * as z from "zod/mini";
import { recordOf } from "../protocol/record-of.ts";
import { call } from "./call.ts";
import * as deskLimits from "./desk-limits.ts";
import { lessonPolicies } from "./enums.ts";
import { lessonTriesMax, maxId } from "./limits.ts";
import { byId, byUsernameAndId } from "./request-fields.ts";
import { idSchema, instantSchema, trimmedText } from "./scalars.ts";

/** What volunteers of a quest learn before or while they measure. Not in the specification. */

const { lessonCardsMax, lessonDeniedCount, lessonOptions, lessonValueMax } = deskLimits;
const ofLength = ({ min, max }: { min: number; max: number }) => trimmedText(min, max);

const reasonSchema = ofLength(deskLimits.lessonReasonLength);
const pixels = z.int().check(z.minimum(1), z.maximum(10_000));
/** The server sets the size. */
const pictureSchema = z.object({
  id: z.uuid(),
  alt: ofLength(deskLimits.lessonAltLength),
  width: z.optional(pixels),
  height: z.optional(pixels),
});

const optionSchema = z.object({
  text: ofLength(deskLimits.lessonOptionLength),
  is_right: z.boolean(),
  /** Shown once it is answered. */
  reason: z.optional(reasonSchema),
});
const choiceSchema = z.object({
  options: z.array(optionSchema).check(z.minLength(lessonOptions.min), z.maxLength(lessonOptions.max)),
});

const valueSchema = z.object({
  unit: ofLength(deskLimits.lessonUnitLength),
  reference: z.number().check(z.minimum(-lessonValueMax), z.maximum(lessonValueMax)),
  /** In the same unit, to both sides; at least 0. */
  tolerance: z.number().check(z.minimum(0), z.maximum(lessonValueMax)),
  reason: z.optional(reasonSchema),
});

const exampleSchema = z.object({ is_good: z.boolean(), reason: reasonSchema });

/** Asks for a choice or a value, shows a good or bad example, or has a text only. */
export const lessonCardSchema = z.object({
  /** Unique in the lesson, and the same in all versions. */
  key: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/)),
  /** May have markup, as texts of a form. */
  text: ofLength(deskLimits.lessonTextLength),
  picture: z.optional(pictureSchema),
  /** Only answers have it: the picture is a volunteer's photo, which only those see who have joined. */
  hides_picture: z.optional(z.boolean()),
  choice: z.optional(choiceSchema),
  value: z.optional(valueSchema),
  example: z.optional(exampleSchema),
});
export type LessonCard = z.infer<typeof lessonCardSchema>;

const cardsSchema = z.array(lessonCardSchema).check(z.minLength(1), z.maxLength(lessonCardsMax));
const policyFields = {
  asked: z.enum(lessonPolicies),
  /** Only `after_denied` needs it: how many denied data points since the volunteer last passed. */
  denied_count: z.optional(z.int().check(z.minimum(lessonDeniedCount.min), z.maximum(lessonDeniedCount.max))),
};

export const lessonPayloadSchema = z.object({
  cards: cardsSchema,
  ...policyFields,
  /** The version that the change is based on; 0 if the quest has no lesson. */
  seen_version: z.int().check(z.minimum(0), z.maximum(maxId)),
});
export type LessonPayload = z.infer<typeof lessonPayloadSchema>;

const versionSchema = idSchema;

export const lessonDeletionSchema = z.object({ seen_version: versionSchema });

export const lessonSchema = z.object({ version: versionSchema, ...policyFields, cards: cardsSchema });
export type Lesson = z.infer<typeof lessonSchema>;

/** Indexes of the chosen options, or the value. */
const lessonAnswerSchema = z.union([
  z.array(z.int().check(z.minimum(0), z.maximum(lessonOptions.max - 1))).check(z.maxLength(lessonOptions.max)),
  z.number().check(z.minimum(-lessonValueMax), z.maximum(lessonValueMax)),
]);
export type LessonAnswer = z.infer<typeof lessonAnswerSchema>;

/** All answers in order, by card key: a card that was answered wrong comes again until it is right. */
const lessonAnswersSchema = recordOf(
  z.string().check(z.maxLength(40)),
  z.array(lessonAnswerSchema).check(z.minLength(1), z.maxLength(lessonTriesMax)),
  lessonCardsMax,
);
export type LessonAnswers = z.infer<typeof lessonAnswersSchema>;

export const lessonAttemptSchema = z.object({
  /** The phone chooses it. */
  id: z.uuid(),
  version: versionSchema,
  started_at: instantSchema,
  ended_at: instantSchema,
  answers: lessonAnswersSchema,
});
export type LessonAttempt = z.infer<typeof lessonAttemptSchema>;

export const lessonOutcomeSchema = z.object({
  /** Every question was answered right in the end. */
  passed: z.boolean(),
  /** Keys of the cards that were answered wrong at first. */
  wrong: z.array(z.string()),
});
export type LessonOutcome = z.infer<typeof lessonOutcomeSchema>;

/** How far a volunteer is with a quest's lesson. */
export const lessonStateSchema = z.object({
  /** The newest. */
  version: z.int(),
  cards: z.int(),
  /** When, by the phone's clock but not after its arrival, the last attempt ended that passed, in any version. */
  passed_at: z.optional(z.string()),
  /** Why it is asked for now. */
  asked: z.optional(z.enum(lessonPolicies)),
});
export type LessonState = z.infer<typeof lessonStateSchema>;

/** How well a volunteer measures, from their practice values of one unit. */
const calibrationSchema = z.object({
  unit: z.string(),
  count: z.int(),
  /** Mean of answer − reference. */
  bias: z.number(),
  /** Standard deviation of answer − reference; null for a single value. */
  spread: z.nullable(z.number()),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** What reviewers see of a volunteer in a quest that has a lesson. */
export const learnedSchema = z.object({
  /** The attempt that was passed last. */
  passed: z.nullable(z.object({ version: z.int(), passed_at: z.string() })),
  calibrations: z.array(calibrationSchema),
});
export type Learned = z.infer<typeof learnedSchema>;

export const lessonCalls = {
  getLesson: call("GET", "/quests/{id}/lesson", "visitor", {
    keptOffline: "newest",
    summary: "A quest's lesson with its answers: phones judge them without a signal.",
    params: byId,
    response: lessonSchema,
  }),
  setLesson: call("PUT", "/quests/{id}/lesson", "coordinator", {
    summary: "Save a quest's lesson; what changes it becomes its next version.",
    params: byId,
    body: lessonPayloadSchema,
    response: lessonSchema,
  }),
  deleteLesson: call("DELETE", "/quests/{id}/lesson", "coordinator", {
    summary: "Delete a quest's lesson, unless it has changed. What volunteers have learned stays.",
    params: byId,
    body: lessonDeletionSchema,
    status: 204,
  }),
  sendLessonAttempt: call("POST", "/adventurers/{username}/quests/{id}/lesson/attempts", "self", {
    summary:
      "Send how one went through a version of a quest's lesson; the server judges it. Sending the same `id` again is harmless.",
    params: byUsernameAndId,
    body: lessonAttemptSchema,
    status: 201,
    response: lessonOutcomeSchema,
  }),
};
