import * as z from "zod/mini";
import { call } from "./call.ts";
import { messageLength } from "./limits.ts";
import { byId, partQuery } from "./request-fields.ts";
import { idSchema, trimmedText } from "./scalars.ts";

export const questionPayloadSchema = z.object({
  text: trimmedText(messageLength.min, messageLength.max),
  /** Client-generated: sending it again returns the same question. */
  id: z.optional(z.uuid()),
});

/** A question as it was asked. The answer comes as news. */
export const askedQuestionSchema = z.object({
  id: idSchema,
  quest_id: idSchema,
  text: z.string(),
  asked_at: z.string(),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** A volunteer's question as the quest's team sees it. Not in the specification. */
export const questionSchema = z.object({
  ...askedQuestionSchema.shape,
  asked_by: z.string(),
  answer: z.nullable(z.string()),
  answered_by: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Whether the volunteer reported the answer. */
  is_reported: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

export const answerPayloadSchema = z.object({ text: trimmedText(messageLength.min, messageLength.max) });

export const questionCalls = {
  askQuestion: call("POST", "/quests/{id}/questions", "signed_in", {
    summary: "Ask the team of a quest you joined. Question and answer are in your news.",
    params: byId,
    body: questionPayloadSchema,
    status: 201,
    response: askedQuestionSchema,
  }),
  listQuestions: call("GET", "/quests/{id}/questions", "viewer", {
    summary: "Volunteers' questions about a quest: open ones first, then newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(questionSchema),
  }),
  answerQuestion: call("POST", "/questions/{id}/answers", "coordinator", {
    summary: "Answer a volunteer's question, once.",
    params: byId,
    body: answerPayloadSchema,
    status: 201,
    response: questionSchema,
  }),
};
