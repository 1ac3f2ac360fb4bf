import { type CompletionRecord, isSendable, type OutboxRecord, type PointRecord, type Withdrawal } from "./record.ts";

export type Turn =
  | { kind: "withdrawal"; withdrawal: Withdrawal }
  | { kind: "point"; record: PointRecord }
  | { kind: "completion"; record: CompletionRecord }
  /** Nothing to do before then; undefined: until something changes. */
  | { kind: "rest"; untilMs: number | undefined };

/** What the sender does now: first what is to be withdrawn, then the point that was saved first, then completions. */
export function chooseNext(
  kept: { records: readonly OutboxRecord[]; withdrawals: readonly Withdrawal[] },
  nowMs: number,
): Turn {
  // Only who sends asks, and sends nothing meanwhile: what is called `sending` was left behind.
  const records = kept.records.map((record) =>
    record.state === "sending" ? ({ ...record, state: "waiting" } as const) : record,
  );
  const withdrawal = kept.withdrawals.find(({ nextAttemptAtMs }) => nextAttemptAtMs <= nowMs);
  if (withdrawal) return { kind: "withdrawal", withdrawal };
  const oldest = (one: OutboxRecord, other: OutboxRecord) =>
    (one.savedAtMs ?? 0) - (other.savedAtMs ?? 0) || one.createdAtMs - other.createdAtMs;
  const sendable = records.filter((record) => isSendable(record, records, nowMs)).sort(oldest);
  for (const record of sendable) if (record.kind === "point") return { kind: "point", record };
  for (const record of sendable) if (record.kind === "completion") return { kind: "completion", record };
  const later = [
    ...records.filter((record) => isSendable(record, records, Number.POSITIVE_INFINITY)),
    ...kept.withdrawals,
  ].map(({ nextAttemptAtMs }) => nextAttemptAtMs);
  return { kind: "rest", untilMs: later.length > 0 ? Math.min(...later) : undefined };
}
