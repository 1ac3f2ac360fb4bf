import { begun, type QuestOfRecord } from "./new-records.ts";
import { discard, keptOf, listRecords, OutboxConflictError, putMeasured, requireState } from "./outbox.ts";
import { type AttemptRecord, type CompletionRecord, type MessageRecord, newId, type PointRecord } from "./record.ts";
import { write } from "./storage.ts";
import { forgetUnsavedEdits, forgetUnsavedEditsOf } from "./unsaved-edits.ts";

/** Records that are saved without a form, and what becomes of those that are saved. */

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

export const newAttempt = (
  account: string,
  quest: QuestOfRecord,
  attempt: Pick<AttemptRecord, "version" | "startedAtMs" | "answers">,
  nowMs = Date.now(),
): AttemptRecord => ({
  kind: "attempt",
  localId: newId(),
  id: newId(),
  ...begun(account, quest, nowMs),
  state: "waiting",
  savedAtMs: nowMs,
  ...attempt,
  endedAtMs: nowMs,
});

export const newCompletion = (account: string, quest: QuestOfRecord, nowMs = Date.now()): CompletionRecord => ({
  kind: "completion",
  // One per quest, however often the volunteer presses the button.
  localId: `completion/${quest.id}/${account}`,
  ...begun(account, quest, nowMs),
  state: "waiting",
  savedAtMs: nowMs,
});

/** Queues a message to the reviewers of a data point. */
export async function saveMessage(...written: Parameters<typeof newMessage>): Promise<MessageRecord> {
  const message = newMessage(...written);
  await write((transaction) => transaction.putRecord(message), { orInTab: true });
  return message;
}

/** Queues an attempt at a lesson. */
export async function saveAttempt(...made: Parameters<typeof newAttempt>): Promise<AttemptRecord> {
  const attempt = newAttempt(...made);
  await write((transaction) => transaction.putRecord(attempt), { orInTab: true });
  return attempt;
}

/** Queues a quest completion. Idempotent. */
export async function saveCompletion(...completed: Parameters<typeof newCompletion>): Promise<CompletionRecord> {
  const completion = newCompletion(...completed);
  await write((transaction) => transaction.putRecord(completion), { orInTab: true });
  return completion;
}

/** Queues a refused answer, message or attempt again with the same id. */
export async function sendOnceMore(localId: string): Promise<void> {
  await write(async (transaction) => {
    const record = await transaction.record(localId);
    if (record?.state !== "refused") throw new OutboxConflictError("It was not refused.");
    await transaction.putRecord({ ...record, state: "waiting", attempts: 0, nextAttemptAtMs: 0, problem: null });
  });
}

/**
 * Withdraws a completion that has not been sent.
 * @throws OutboxConflictError if it is being sent or has been delivered
 */
export async function withdrawCompletion({ localId }: Pick<CompletionRecord, "localId">): Promise<void> {
  await write(async (transaction) => {
    await requireState(transaction, localId, ["waiting", "refused", undefined]);
    await transaction.deleteRecord(localId);
  });
}

/** Deletes the local record of a delivered data point that the server has deleted. */
export async function forgetDeliveredPoint(account: string, id: string): Promise<void> {
  const records = await listRecords(account);
  const delivered = records.find(
    (record) => record.kind === "point" && record.state === "delivered" && record.id === id,
  );
  if (delivered) await discard(delivered.localId);
}

/** Deletes the account's delivered records. */
export async function forgetArrived(account: string): Promise<void> {
  const arrived = await write(async (transaction) => {
    const delivered = (await transaction.recordsOf(account)).filter(({ state }) => state === "delivered");
    for (const { localId } of delivered) await transaction.deleteRecord(localId);
    return delivered;
  });
  for (const record of arrived) forgetUnsavedEdits(record);
}

/**
 * Restores a data point and its photos from a rescue bundle, unless its id already exists.
 * @returns whether it was restored
 * @throws OutboxFullError, DatabaseUnavailableError
 */
export async function restorePoint(point: PointRecord, photos: Readonly<Record<string, File>>): Promise<boolean> {
  const kept = await keptOf(photos);
  return write(async (transaction) => {
    const records = await transaction.recordsOf(point.account);
    const isKnown = records.some(
      (record) => record.kind === "point" && (record.id === point.id || record.supersededIds.includes(point.id)),
    );
    if (isKnown) return false;
    await putMeasured(transaction, point, kept);
    // The volunteer may have discarded it before.
    await transaction.deleteWithdrawal(point.id);
    return true;
  });
}

/** Deletes all of the account's data on this device. */
export async function forgetAccount(account: string): Promise<void> {
  const gone = await write(async (transaction) => {
    const records = await transaction.recordsOf(account);
    await transaction.deleteAllOf(account);
    return records.map(({ localId }) => localId);
  });
  forgetUnsavedEditsOf(account, gone);
}
