import { type AnswerRecord, type CompletionRecord, type MessageRecord, newId, type PointRecord } from "./record.ts";

/** Records as they begin. None of them is in the database yet. */

type QuestOfRecord = { id: number; name: string };

const begun = (account: string, quest: QuestOfRecord, nowMs: number) => ({
  account,
  questId: quest.id,
  questName: quest.name,
  createdAtMs: nowMs,
  deliveredAtMs: null,
  attempts: 0,
  nextAttemptAtMs: 0,
  problem: null,
});

const nothingMeasured = () => ({
  id: newId(),
  mayHaveArrived: false,
  answers: {},
  values: {},
  photos: [],
  position: null,
  fixes: [],
  capturedAtMs: null,
  clockOffsetSeconds: null,
  uploads: {},
});

export const newDraft = (
  account: string,
  quest: QuestOfRecord,
  protocolVersion: number,
  nowMs = Date.now(),
): PointRecord => ({
  kind: "point",
  localId: newId(),
  ...begun(account, quest, nowMs),
  ...nothingMeasured(),
  state: "draft",
  savedAtMs: null,
  protocolVersion,
  supersededIds: [],
  userPosition: {},
  spacingReason: null,
});

/** One for each revision that a change is asked of, so that two tabs never begin two. */
export const answerIdOf = (dataPointId: string, revision: number) => `answer-${revision}-${dataPointId}`;

/** The draft of an answer to a request for change; nothing of it differs from its data point yet. */
export const newAnswer = (
  account: string,
  quest: QuestOfRecord,
  point: { id: string; revision: number; protocolVersion: number },
  nowMs = Date.now(),
): AnswerRecord => ({
  kind: "answer",
  localId: answerIdOf(point.id, point.revision),
  ...begun(account, quest, nowMs),
  ...nothingMeasured(),
  state: "draft",
  savedAtMs: null,
  protocolVersion: point.protocolVersion,
  dataPointId: point.id,
  revision: point.revision,
  message: "",
  keepsPosition: false,
});

export const newMessage = (
  account: string,
  quest: QuestOfRecord,
  dataPointId: string,
  text: string,
  nowMs = Date.now(),
): MessageRecord => ({
  kind: "message",
  localId: newId(),
  id: newId(),
  ...begun(account, quest, nowMs),
  state: "waiting",
  savedAtMs: nowMs,
  dataPointId,
  text,
});

export const newCompletion = (account: string, quest: QuestOfRecord, nowMs = Date.now()): CompletionRecord => ({
  kind: "completion",
  // One a quest, however often it is pressed.
  localId: `completion/${quest.id}/${account}`,
  ...begun(account, quest, nowMs),
  state: "waiting",
  savedAtMs: nowMs,
});
