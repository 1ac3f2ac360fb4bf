import type { Answers } from "../foundation/answers/answers.ts";
import { asFile, asKept, type KeptFile } from "../foundation/kept-file.ts";
import { isMeasured, type MeasuredRecord, type OutboxRecord, type PointRecord, withNewId } from "./record.ts";
import { isInTab, type OutboxTransaction, read, write } from "./storage.ts";
import { forgetUnsavedEdits, isForgotten } from "./unsaved-edits.ts";

/** The record has changed meanwhile, in this tab or another. */
export class OutboxConflictError extends Error {}

/** Lists the account's records: drafts first, then the latest saved. */
export async function listRecords(account: string): Promise<OutboxRecord[]> {
  const records = await read((outbox) => outbox.recordsOf(account));
  const order = ({ savedAtMs }: OutboxRecord) => savedAtMs ?? Number.POSITIVE_INFINITY;
  return records.sort((one, other) => order(other) - order(one) || other.createdAtMs - one.createdAtMs);
}

export async function findRecord(localId: string): Promise<OutboxRecord | undefined> {
  return read((outbox) => outbox.record(localId));
}

/** @returns undefined once the photo is deleted */
export async function findPhoto(localId: string, key: string): Promise<File | undefined> {
  const kept = await read((outbox) => outbox.photo(localId, key));
  return kept && asFile(kept);
}

/** Stores a draft with its new or changed photos. @throws OutboxConflictError if it has been saved meanwhile */
export async function keepDraft(draft: MeasuredRecord, photos: Readonly<Record<string, File>> = {}): Promise<void> {
  if (isForgotten(draft)) return;
  const kept = await keptOf(photos);
  await write(
    async (transaction) => {
      await requireState(transaction, draft.localId, ["draft", undefined]);
      await putMeasured(transaction, draft, kept);
    },
    { orInTab: true },
  );
  if (!isInTab(draft.localId)) forgetUnsavedEdits(draft, draft);
}

/**
 * Turns a draft into a record that waits to be sent, in one transaction.
 * @param photos those that are not stored yet
 * @throws OutboxConflictError if another tab has saved it
 */
export async function savePoint<Draft extends MeasuredRecord>(
  draft: Draft,
  photos: Readonly<Record<string, File>> = {},
  nowMs = Date.now(),
): Promise<Draft> {
  const saved: Draft = {
    ...draft,
    state: "waiting",
    savedAtMs: nowMs,
    attempts: 0,
    nextAttemptAtMs: 0,
    problem: null,
  };
  const kept = await keptOf(photos);
  await write(
    async (transaction) => {
      await requireState(transaction, draft.localId, ["draft", undefined]);
      await putMeasured(transaction, saved, kept);
    },
    { orInTab: true },
  );
  // Of what is lost with this tab, the words stay.
  if (!isInTab(draft.localId)) forgetUnsavedEdits(draft);
  return saved;
}

/**
 * Turns a waiting or refused record back into a draft. If it may have reached the server, it gets a new id, and a data
 * point's old id is withdrawn before it is sent again.
 * @throws OutboxConflictError if it has been delivered
 */
export async function reopen(localId: string): Promise<MeasuredRecord> {
  return changeIf(localId, isMeasured, (record) => {
    if (record.state === "delivered") throw new OutboxConflictError("It has arrived.");
    // The form shows why it was refused.
    const problem = record.state === "refused" ? record.problem : null;
    return { ...withdrawn(record), state: "draft", savedAtMs: null, problem };
  });
}

/** Changes a waiting or refused data point without opening the form, and queues it again. */
export async function mendPoint(
  localId: string,
  changes: Partial<Pick<PointRecord, "position" | "fixes" | "spacingReason">>,
): Promise<PointRecord> {
  return changePoint(localId, (point) => {
    if (point.state === "delivered") throw new OutboxConflictError("It has arrived.");
    if (point.state === "draft") return { ...point, ...changes };
    return { ...withdrawn(point), ...changes, state: "waiting", attempts: 0, nextAttemptAtMs: 0, problem: null };
  });
}

function withdrawn<Changed extends MeasuredRecord>(record: Changed): Changed {
  return record.mayHaveArrived ? withNewId(record) : record;
}

/**
 * Deletes a record and its photos. Only the volunteer may discard an undelivered one. If it may have reached the
 * server, it is withdrawn there later.
 */
export async function discard(localId: string): Promise<void> {
  await write(async (transaction) => {
    const record = await transaction.record(localId);
    if (record?.kind === "point" && record.state !== "delivered") {
      const { account, questId } = record;
      for (const id of [...record.supersededIds, ...(record.mayHaveArrived ? [record.id] : [])]) {
        await transaction.putWithdrawal({
          id,
          account,
          questId,
          createdAtMs: Date.now(),
          attempts: 0,
          nextAttemptAtMs: 0,
        });
      }
    }
    await transaction.deleteRecord(localId);
  });
  forgetUnsavedEdits({ localId });
}

/**
 * Reads, changes and writes one data point in a single transaction.
 * @throws OutboxConflictError if it no longer exists
 */
export function changePoint(localId: string, change: (point: PointRecord) => PointRecord): Promise<PointRecord> {
  return changeIf(localId, (record): record is PointRecord => record?.kind === "point", change);
}

function changeIf<Kind extends OutboxRecord>(
  localId: string,
  isKind: (record: OutboxRecord | undefined) => record is Kind,
  change: (record: Kind) => Kind,
): Promise<Kind> {
  return write(async (transaction) => {
    const record = await transaction.record(localId);
    if (!isKind(record)) throw new OutboxConflictError("It is no longer on this device.");
    const changed = change(record);
    await transaction.putRecord(changed);
    return changed;
  });
}

export async function requireState(
  transaction: OutboxTransaction,
  localId: string,
  allowed: readonly (OutboxRecord["state"] | undefined)[],
): Promise<void> {
  const stored = await transaction.record(localId);
  if (!allowed.includes(stored?.state)) throw new OutboxConflictError("It has been saved already.");
}

export async function keptOf(photos: Readonly<Record<string, File>>): Promise<Readonly<Record<string, KeptFile>>> {
  const kept: Record<string, KeptFile> = {};
  for (const [key, photo] of Object.entries(photos)) kept[key] = await asKept(photo);
  return kept;
}

export async function putMeasured(
  transaction: OutboxTransaction,
  point: MeasuredRecord,
  photos: Readonly<Record<string, KeptFile>>,
): Promise<void> {
  const answers: Answers = Object.fromEntries(
    Object.entries(point.answers).filter(([, answer]) => !(answer instanceof File)),
  );
  const { account, localId } = point;
  const put = new Map<string, KeptFile>();
  for (const { key, storedAs = key } of point.photos) {
    const photo = photos[storedAs] ?? (storedAs === key ? undefined : await transaction.photo(localId, storedAs));
    if (photo) put.set(key, photo);
  }
  await transaction.putRecord({
    ...point,
    answers,
    photos: point.photos.map(({ storedAs: _, ...photo }) => photo),
  });
  const kept = new Set(point.photos.map(({ key }) => key));
  for (const key of await transaction.photoKeysOf(localId)) {
    if (!kept.has(key)) await transaction.deletePhoto(localId, key);
  }
  for (const [key, photo] of put) await transaction.putPhoto(account, localId, key, photo);
}
