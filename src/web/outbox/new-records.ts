import { type AnswerRecord, newId, type PointRecord } from "./record.ts";

/** Creates records without storing them. */

export type QuestOfRecord = { id: number; name: string };

export const begun = (account: string, quest: QuestOfRecord, nowMs: number) => ({
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

/** The same for each revision, so that two tabs never start two answers. */
export const answerIdOf = (dataPointId: string, revision: number) => `answer-${revision}-${dataPointId}`;

/** An empty answer to a change request. */
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
