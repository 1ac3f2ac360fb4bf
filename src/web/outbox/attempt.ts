import type { Outcome } from "./after-answer.ts";
import { deliverMeasured, deliverTold, deliverWithdrawal } from "./deliver.ts";
import { findPhoto } from "./outbox.ts";
import {
  forgetDelivered,
  isStillTaken,
  keepUpload,
  makeHashes,
  putBack,
  settle,
  settleWithdrawal,
  type Turn,
  take,
} from "./queue.ts";
import type { MeasuredRecord, RecordWithoutPhotos, Withdrawal } from "./record.ts";
import { announceArrival, onCommand, showSending } from "./sending.ts";
import { onChange } from "./storage.ts";

/**
 * What an attempt means for the records after it: `stopsAllMs`, `slowsAll` as in `Next`. `needsSignIn`: the server
 * accepts nothing before the next sign-in.
 */
export type Pace = { stopsAllMs: number; slowsAll: boolean; needsSignIn?: boolean };

/**
 * Sends one thing and stores the outcome. Pages and the service worker must hold the outbox's lock.
 * @returns undefined if there is no outcome, for example because `signal` has aborted
 */
export async function attempt(turn: Exclude<Turn, { kind: "rest" }>, signal: AbortSignal): Promise<Pace | undefined> {
  if (turn.kind === "measured") return sendMeasured(turn.record, signal);
  if (turn.kind === "told") return tell(turn.record, signal);
  return sendWithdrawal(turn.withdrawal, signal);
}

const needsSignIn = (outcome: Outcome) =>
  outcome.kind === "signed-out" || (outcome.kind === "refusal" && outcome.status === 401);

async function sendMeasured(chosen: MeasuredRecord, signal: AbortSignal): Promise<Pace | undefined> {
  const hashed = await makeHashes(chosen);
  const taken = await take("localId" in hashed ? hashed : chosen);
  if (!taken) return undefined;
  const { localId, kind, account, questId } = taken.record;
  const abort = new AbortController();
  const stop = () => abort.abort();
  const stopListening = [
    onChange(
      () =>
        void isStillTaken(taken).then(
          (isTaken) => isTaken || stop(),
          () => {},
        ),
    ),
    onCommand((command) => {
      if (command.type === "cancel" && command.localId === localId) stop();
    }),
  ];
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  showSending({ localId });
  try {
    const outcome =
      "localId" in hashed
        ? await deliverMeasured(taken.record, {
            findPhoto: (key) => findPhoto(localId, key),
            keepUpload: async (key, address) => {
              if (taken.isMarked && !(await keepUpload(taken, key, address))) stop();
            },
            onProgress: (share) => showSending({ localId, share }),
            signal: abort.signal,
          })
        : hashed;
    if (outcome.kind === "cancelled" && signal.aborted) {
      await putBack(taken);
      return undefined;
    }
    const next = await settle(taken, outcome);
    if (outcome.kind === "receipt") announceArrival({ kind, account, questId, dataPoint: outcome.dataPoint });
    if (next?.record.state === "delivered") await forgetDelivered(account);
    return next && { ...next, needsSignIn: needsSignIn(outcome) };
  } finally {
    for (const end of stopListening) end();
    signal.removeEventListener("abort", stop);
    showSending({});
  }
}

async function tell(told: RecordWithoutPhotos, signal: AbortSignal): Promise<Pace | undefined> {
  const { localId, kind, account, questId } = told;
  showSending({ localId });
  const outcome = await deliverTold(told, signal);
  // The user signed out. It is sent after the next sign-in.
  if (outcome.kind === "cancelled" && signal.aborted) return undefined;
  const next = await settle({ record: told, isMarked: false }, outcome);
  if (outcome.kind === "arrived") announceArrival({ kind, account, questId, dataPoint: undefined });
  showSending({});
  return next && { ...next, needsSignIn: needsSignIn(outcome) };
}

async function sendWithdrawal(withdrawal: Withdrawal, signal: AbortSignal): Promise<Pace | undefined> {
  const outcome = await deliverWithdrawal(withdrawal, signal);
  const left = await settleWithdrawal(withdrawal, outcome);
  if (left) return { stopsAllMs: 0, slowsAll: true, needsSignIn: outcome.kind !== "withdrawn" && needsSignIn(outcome) };
  const { account, questId } = withdrawal;
  announceArrival({ kind: "point", account, questId, dataPoint: undefined });
  return undefined;
}
