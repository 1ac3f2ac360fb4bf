import { asFile } from "../foundation/kept-file.ts";
import { afterAnswer, afterWithdrawal, type Next, type Outcome } from "./after-answer.ts";
import { longestPauseMs } from "./pauses.ts";
import {
  isMeasured,
  isSendable,
  isWhole,
  type MeasuredRecord,
  type OutboxRecord,
  type RecordWithoutPhotos,
  type Withdrawal,
} from "./record.ts";
import { sha256Of } from "./sha256.ts";
import { isInTab, OutboxFullError, read, write } from "./storage.ts";
import { forgetUnsavedEdits } from "./unsaved-edits.ts";

/** The sender's writes. Each one first checks that the record is still the one that the sender took. */

export function readQueue(account: string): Promise<{ records: OutboxRecord[]; withdrawals: Withdrawal[] }> {
  return read(async (outbox) => ({
    records: await outbox.recordsOf(account),
    withdrawals: await outbox.withdrawalsOf(account),
  }));
}

/** These pauses end when the device is online or the user signs in again. */
export const endsWithLine = ({ problem }: OutboxRecord): boolean =>
  problem?.code === "no_line" || problem?.code === "line_broke" || problem?.status === 401 || problem?.status === 403;

/** The page or worker that has just got the outbox's lock calls it first. */
export async function prepareQueue(account: string): Promise<void> {
  try {
    await resetSending(account);
    await endPauses(account, endsWithLine);
    await forgetDelivered(account);
  } catch (error) {
    // Writes fail on a full device, but waiting records can still be sent.
    console.error(error);
  }
}

/** Resets records that a closed tab was sending to `waiting`. */
async function resetSending(account: string): Promise<void> {
  await changeAll(account, (record) =>
    record.state === "sending" && !isInTab(record.localId) ? { ...record, state: "waiting" } : undefined,
  );
}

/** Ends the pauses of the records that match `applies`. */
export async function endPauses(account: string, applies: (record: OutboxRecord) => boolean): Promise<void> {
  await changeAll(account, (record) =>
    record.state === "waiting" && record.nextAttemptAtMs > 0 && applies(record)
      ? { ...record, nextAttemptAtMs: 0 }
      : undefined,
  );
}

async function changeAll(account: string, change: (record: OutboxRecord) => OutboxRecord | undefined): Promise<void> {
  const { records } = await readQueue(account);
  if (!records.some(change)) return;
  await write(async (transaction) => {
    for (const record of await transaction.recordsOf(account)) {
      const changed = change(record);
      if (changed) await transaction.putRecord(changed);
    }
  });
}

/** Computes missing photo hashes. */
export async function makeHashes(
  point: MeasuredRecord,
): Promise<MeasuredRecord | Extract<Outcome, { kind: `photo-${string}` }>> {
  const made = new Map<string, string>();
  for (const { key, sha256 } of point.photos) {
    if (sha256 !== null) continue;
    const photo = await read((outbox) => outbox.photo(point.localId, key));
    if (!photo) return { kind: "photo-gone" };
    const hash = await sha256Of(asFile(photo));
    if (hash === undefined) return { kind: "photo-unreadable" };
    made.set(key, hash);
  }
  const photos = point.photos.map((photo) => ({ ...photo, sha256: photo.sha256 ?? made.get(photo.key) ?? null }));
  return { ...point, photos };
}

/** A record that the sender took. `isMarked`: its `sending` state is stored on the device. */
export type Taken<Sent extends OutboxRecord = OutboxRecord> = { record: Sent; isMarked: boolean };

/**
 * Marks a record as `sending` before its first byte is sent. If the device is full, it is sent without the mark,
 * because only delivery frees storage.
 * @returns undefined if the record has changed meanwhile
 */
export async function take(chosen: MeasuredRecord): Promise<Taken<MeasuredRecord> | undefined> {
  const sha256Of = new Map(chosen.photos.map(({ key, sha256 }) => [key, sha256]));
  const taken = (stored: OutboxRecord | undefined): MeasuredRecord | undefined => {
    if (!isMeasured(stored) || stored.id !== chosen.id || !isWhole(stored)) return undefined;
    if (stored.state !== "waiting" && stored.state !== "sending") return undefined;
    const photos = stored.photos.map((photo) => ({
      ...photo,
      sha256: photo.sha256 ?? sha256Of.get(photo.key) ?? null,
    }));
    return { ...stored, photos, state: "sending", mayHaveArrived: true };
  };
  try {
    const record = await write(async (transaction) => {
      const changed = taken(await transaction.record(chosen.localId));
      if (changed) await transaction.putRecord(changed);
      return changed;
    });
    return record && { record, isMarked: true };
  } catch (error) {
    if (!(error instanceof OutboxFullError)) throw error;
    const record = await read(async (outbox) => taken(await outbox.record(chosen.localId)));
    return record && { record, isMarked: false };
  }
}

const serverIdOf = (record: OutboxRecord) => (record.kind === "completion" ? undefined : record.id);

const isStill = (stored: OutboxRecord | undefined, { record, isMarked }: Taken): stored is OutboxRecord =>
  stored?.kind === record.kind &&
  serverIdOf(stored) === serverIdOf(record) &&
  (stored.state === "sending" || (!isMarked && stored.state === "waiting"));

export async function isStillTaken(taken: Taken): Promise<boolean> {
  return read(async (outbox) => isStill(await outbox.record(taken.record.localId), taken));
}

/** @returns whether the record is still the one that was taken */
export async function keepUpload(
  taken: Taken<MeasuredRecord>,
  key: string,
  address: string | undefined,
): Promise<boolean> {
  return write(async (transaction) => {
    const stored = await transaction.record(taken.record.localId);
    if (!isStill(stored, taken) || !isMeasured(stored)) return false;
    const { [key]: _gone, ...others } = stored.uploads;
    await transaction.putRecord({ ...stored, uploads: address === undefined ? others : { ...others, [key]: address } });
    return true;
  });
}

/**
 * Stores the outcome of an attempt and deletes the photos of a delivered record.
 * @returns undefined if it was reopened, discarded or given a new id meanwhile; what arrived is then withdrawn
 */
export async function settle(taken: Taken, outcome: Outcome): Promise<Next | undefined> {
  const { localId } = taken.record;
  const settled = (stored: OutboxRecord | undefined) =>
    isStill(stored, taken) ? afterAnswer(asSent(stored, taken.record), outcome, Date.now(), Math.random()) : undefined;
  try {
    return await write(async (transaction) => {
      const next = settled(await transaction.record(localId));
      if (!next) return undefined;
      if (next.record.state === "delivered") {
        for (const key of await transaction.photoKeysOf(localId)) await transaction.deletePhoto(localId, key);
      }
      await transaction.putRecord(next.record);
      return next;
    });
  } catch (error) {
    if (!(error instanceof OutboxFullError)) throw error;
    const next = await read(async (outbox) => settled(await outbox.record(localId)));
    // Even marking it as delivered does not fit.
    if (next?.record.state === "delivered") await write((transaction) => transaction.deleteRecord(localId));
    return next;
  }
}

/** Applies the sent photos and the mark, which a full device could not store. */
const asSent = (stored: OutboxRecord, sent: OutboxRecord): OutboxRecord =>
  isMeasured(stored) && isMeasured(sent) ? { ...stored, photos: sent.photos, mayHaveArrived: true } : stored;

/** Resets a record to `waiting` when the sender stops without an outcome. */
export async function putBack(taken: Taken): Promise<void> {
  if (!taken.isMarked) return;
  await write(async (transaction) => {
    const stored = await transaction.record(taken.record.localId);
    if (isStill(stored, taken)) await transaction.putRecord({ ...stored, state: "waiting" });
  });
}

export async function settleWithdrawal(
  withdrawal: Withdrawal,
  outcome: Parameters<typeof afterWithdrawal>[1],
): Promise<Withdrawal | undefined> {
  const next = afterWithdrawal(withdrawal, outcome, Date.now(), Math.random());
  await write((transaction) => (next ? transaction.putWithdrawal(next) : transaction.deleteWithdrawal(withdrawal.id)));
  return next;
}

const deliveredKeptMs = 7 * 24 * 60 * 60_000;
const deliveredKeptMax = 100;

/** Finds delivered records beyond the limits on age and number. */
export function findForgettable(records: readonly OutboxRecord[], nowMs: number): string[] {
  const delivered = records.filter(({ state }) => state === "delivered");
  delivered.sort((one, other) => (other.deliveredAtMs ?? 0) - (one.deliveredAtMs ?? 0));
  return delivered
    .filter(({ deliveredAtMs }, index) => index >= deliveredKeptMax || nowMs - (deliveredAtMs ?? 0) > deliveredKeptMs)
    .map(({ localId }) => localId);
}

export async function forgetDelivered(account: string): Promise<void> {
  const { records } = await readQueue(account);
  const forgettable = findForgettable(records, Date.now());
  if (forgettable.length === 0) return;
  await write(async (transaction) => {
    for (const localId of forgettable) await transaction.deleteRecord(localId);
  });
  for (const localId of forgettable) forgetUnsavedEdits({ localId });
}

export type Turn =
  | { kind: "withdrawal"; withdrawal: Withdrawal }
  | { kind: "measured"; record: MeasuredRecord }
  | { kind: "told"; record: RecordWithoutPhotos }
  /** Rest until this time; undefined: until something changes. */
  | { kind: "rest"; untilMs: number | undefined };

/**
 * Chooses the sender's next step: withdrawals first, then the oldest record, completions last.
 * @param isOwn whether this sender sends a record; it sees the others, which a completion waits for
 */
export function chooseNext(
  kept: { records: readonly OutboxRecord[]; withdrawals: readonly Withdrawal[] },
  nowMs: number,
  isOwn: (localId: string) => boolean = () => true,
): Turn {
  // Only the idle sender calls this, so a record in `sending` is left over from a closed tab.
  const records = kept.records.map((record) =>
    record.state === "sending" ? ({ ...record, state: "waiting" } as const) : record,
  );
  // A longer pause is of a clock that ran ahead.
  const isDue = ({ nextAttemptAtMs }: Withdrawal) =>
    nextAttemptAtMs <= nowMs || nextAttemptAtMs > nowMs + longestPauseMs;
  const withdrawals = kept.withdrawals.filter(({ id }) => isOwn(id));
  const withdrawal = withdrawals.find(isDue);
  if (withdrawal) return { kind: "withdrawal", withdrawal };
  const oldest = (one: OutboxRecord, other: OutboxRecord) =>
    (one.savedAtMs ?? 0) - (other.savedAtMs ?? 0) || one.createdAtMs - other.createdAtMs;
  const own = records.filter(({ localId }) => isOwn(localId));
  const sendable = own.filter((record) => isSendable(record, records, nowMs)).sort(oldest);
  const first = sendable.find(({ kind }) => kind !== "completion") ?? sendable[0];
  if (first) return isMeasured(first) ? { kind: "measured", record: first } : { kind: "told", record: first };
  const later = [...own.filter((record) => isSendable(record, records, Number.POSITIVE_INFINITY)), ...withdrawals].map(
    ({ nextAttemptAtMs }) => nextAttemptAtMs,
  );
  return { kind: "rest", untilMs: later.length > 0 ? Math.min(...later) : undefined };
}
