import { longestPauseMs } from "./pauses.ts";
import {
  isMeasured,
  isSendable,
  type MeasuredRecord,
  type OutboxRecord,
  type RecordWithoutPhotos,
  type Withdrawal,
} from "./record.ts";

export type Turn =
  | { kind: "withdrawal"; withdrawal: Withdrawal }
  | { kind: "measured"; record: MeasuredRecord }
  | { kind: "told"; record: RecordWithoutPhotos }
  /** Rest until this time; undefined: until something changes. */
  | { kind: "rest"; untilMs: number | undefined };

/** Chooses the sender's next step: withdrawals first, then the oldest record, completions last. */
export function chooseNext(
  kept: { records: readonly OutboxRecord[]; withdrawals: readonly Withdrawal[] },
  nowMs: number,
): Turn {
  // Only the idle sender calls this, so a record in `sending` is left over from a closed tab.
  const records = kept.records.map((record) =>
    record.state === "sending" ? ({ ...record, state: "waiting" } as const) : record,
  );
  // A longer pause is of a clock that ran ahead.
  const isDue = ({ nextAttemptAtMs }: Withdrawal) =>
    nextAttemptAtMs <= nowMs || nextAttemptAtMs > nowMs + longestPauseMs;
  const withdrawal = kept.withdrawals.find(isDue);
  if (withdrawal) return { kind: "withdrawal", withdrawal };
  const oldest = (one: OutboxRecord, other: OutboxRecord) =>
    (one.savedAtMs ?? 0) - (other.savedAtMs ?? 0) || one.createdAtMs - other.createdAtMs;
  const sendable = records.filter((record) => isSendable(record, records, nowMs)).sort(oldest);
  const first = sendable.find(({ kind }) => kind !== "completion") ?? sendable[0];
  if (first) return isMeasured(first) ? { kind: "measured", record: first } : { kind: "told", record: first };
  const later = [
    ...records.filter((record) => isSendable(record, records, Number.POSITIVE_INFINITY)),
    ...kept.withdrawals,
  ].map(({ nextAttemptAtMs }) => nextAttemptAtMs);
  return { kind: "rest", untilMs: later.length > 0 ? Math.min(...later) : undefined };
}
