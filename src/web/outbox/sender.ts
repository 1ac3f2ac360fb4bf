import { refetchAdventurerQuest, refetchDataPoints } from "../api/refetch.ts";
import { adoptOldDrafts } from "./adopt-old-drafts.ts";
import { makeAlarm } from "./alarm.ts";
import { onChange } from "./changes.ts";
import { chooseNext } from "./choose-next.ts";
import { deliverCompletion, deliverPoint, deliverWithdrawal } from "./deliver.ts";
import { holdLock } from "./hold-lock.ts";
import { findPhoto } from "./outbox.ts";
import { pauseAfter } from "./pauses.ts";
import {
  endPauses,
  forgetDelivered,
  isStillTaken,
  keepUpload,
  makeHashes,
  putBack,
  readQueue,
  resetSending,
  settleCompletion,
  settlePoint,
  settleWithdrawal,
  takePoint,
} from "./queue.ts";
import type { CompletionRecord, OutboxRecord, PointRecord, Withdrawal } from "./record.ts";
import { announceArrival, onArrival, onCommand, repeatSending, showSending } from "./sending.ts";
import { isKeptOnDevice } from "./storage.ts";
import { mayUseThisLine, onLineChange } from "./wifi-only.ts";

/**
 * Sends what the account has in the outbox, in one tab for all, until the account signs out. Answers with the means to stop.
 */
export function startOutbox(account: string): () => void {
  const stopping = new AbortController();
  const stopHearing = onArrival((arrival) => {
    refetchDataPoints(arrival.account, arrival.questId);
    if (arrival.kind === "completion") refetchAdventurerQuest(arrival.account, arrival.questId);
  });
  const report = (error: unknown) => console.error(error);
  void adoptOldDrafts(account).catch(report);
  void run(account, stopping.signal).catch(report);
  return () => {
    stopHearing();
    stopping.abort();
  };
}

async function run(account: string, signal: AbortSignal): Promise<void> {
  const send = () => new Sender(account, signal).run();
  // What is in the memory of this page no other tab can send.
  const isShared = await isKeptOnDevice().catch(() => true);
  await (isShared ? holdLock(signal, send) : send());
}

/** Pauses that end when there is a line again, or somebody who may send. */
const endsWithLine = ({ problem }: OutboxRecord) =>
  problem?.code === "no_line" || problem?.code === "line_broke" || problem?.status === 401 || problem?.status === 403;

class Sender {
  readonly #account: string;
  readonly #signal: AbortSignal;
  readonly #alarm = makeAlarm();
  /** What is on its way. */
  #current: { localId: string; abort: AbortController } | undefined;
  #failuresInRow = 0;
  /** Nothing is sent before: as failures ask for, and as the server did. */
  #slowUntilMs = 0;
  #stoppedUntilMs = 0;
  /** Until all is sent, the volunteer wants it sent on any line. */
  #usesAnyLine = false;

  constructor(account: string, signal: AbortSignal) {
    this.#account = account;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const stopListening = this.#listen();
    try {
      await this.#begin();
      while (!this.#signal.aborted) await this.#takeTurn();
    } finally {
      stopListening();
      showSending({});
    }
  }

  async #begin(): Promise<void> {
    try {
      await resetSending(this.#account);
      await endPauses(this.#account, endsWithLine);
      await forgetDelivered(this.#account);
    } catch (error) {
      // A full device takes no writes; what waits can be sent all the same.
      console.error(error);
    }
  }

  #listen(): () => void {
    const wake = () => this.#alarm.ring();
    const onOnline = () => void this.#hurry(endsWithLine);
    const stops = [
      onChange(wake),
      onLineChange(wake),
      onCommand((command) => {
        if (command.type === "cancel" && this.#current?.localId === command.localId) this.#current.abort.abort();
        if (command.type === "ask") repeatSending();
        if (command.type === "send-now") {
          this.#usesAnyLine = true;
          void this.#hurry(() => true);
        }
      }),
    ];
    window.addEventListener("online", onOnline);
    window.addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", wake);
    this.#signal.addEventListener("abort", wake);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("online", onOnline);
      window.removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", wake);
      this.#signal.removeEventListener("abort", wake);
    };
  }

  async #hurry(applies: (record: OutboxRecord) => boolean): Promise<void> {
    this.#slowUntilMs = 0;
    this.#failuresInRow = 0;
    await endPauses(this.#account, applies).catch((error: unknown) => console.error(error));
    this.#alarm.ring();
  }

  async #takeTurn(): Promise<void> {
    try {
      const pausedUntilMs = Math.max(this.#slowUntilMs, this.#stoppedUntilMs);
      const turn = chooseNext(await readQueue(this.#account), Date.now());
      const isIdle = turn.kind === "rest" && turn.untilMs === undefined;
      if (isIdle) this.#usesAnyLine = false;
      if (!isIdle && !this.#usesAnyLine && !mayUseThisLine()) {
        showSending({ waitsForWifi: true });
        return await this.#alarm.wait(undefined);
      }
      if (turn.kind === "rest" || pausedUntilMs > Date.now()) {
        const untilMs = turn.kind === "rest" ? turn.untilMs && Math.max(turn.untilMs, pausedUntilMs) : pausedUntilMs;
        showSending({ pausedUntilMs: untilMs });
        return await this.#alarm.wait(untilMs);
      }
      if (turn.kind === "point") await this.#sendPoint(turn.record);
      else if (turn.kind === "completion") await this.#sendCompletion(turn.record);
      else await this.#sendWithdrawal(turn.withdrawal);
    } catch (error) {
      // The browser's database failed. What was taken is sent again: that does no harm.
      console.error(error);
      this.#slowDown();
      if (!this.#signal.aborted) await this.#alarm.wait(this.#slowUntilMs);
    }
  }

  async #sendPoint(chosen: PointRecord): Promise<void> {
    const hashed = await makeHashes(chosen);
    const taken = await takePoint("localId" in hashed ? hashed : chosen);
    if (!taken) return;
    const { localId } = taken.point;
    const abort = new AbortController();
    const stop = () => abort.abort();
    const stopWatching = onChange(
      () =>
        void isStillTaken(taken).then(
          (isTaken) => isTaken || stop(),
          () => {},
        ),
    );
    this.#signal.addEventListener("abort", stop);
    if (this.#signal.aborted) stop();
    this.#current = { localId, abort };
    showSending({ localId });
    try {
      const outcome =
        "localId" in hashed
          ? await deliverPoint(taken.point, {
              findPhoto: (key) => findPhoto(localId, key),
              keepUpload: async (key, address) => {
                if (taken.isMarked && !(await keepUpload(taken, key, address))) stop();
              },
              onProgress: (share) => showSending({ localId, share }),
              signal: abort.signal,
            })
          : hashed;
      if (outcome.kind === "cancelled" && this.#signal.aborted) return await putBack(taken);
      const next = await settlePoint(taken, outcome);
      this.#pace(next);
      if (outcome.kind === "receipt") announceArrival("point", taken.point.account, taken.point.questId);
      if (next?.freesPhotos) await forgetDelivered(this.#account);
    } finally {
      stopWatching();
      this.#signal.removeEventListener("abort", stop);
      this.#current = undefined;
      showSending({});
    }
  }

  async #sendCompletion(completion: CompletionRecord): Promise<void> {
    showSending({ localId: completion.localId });
    const outcome = await deliverCompletion(completion);
    this.#pace(await settleCompletion(completion, outcome));
    if (outcome.kind === "arrived") announceArrival("completion", completion.account, completion.questId);
    showSending({});
  }

  async #sendWithdrawal(withdrawal: Withdrawal): Promise<void> {
    const left = await settleWithdrawal(withdrawal, await deliverWithdrawal(withdrawal, this.#signal));
    if (left) this.#slowDown();
    else announceArrival("point", withdrawal.account, withdrawal.questId);
  }

  /** After a failure that the next one would share, the sender slows down for all. */
  #pace(next: { stopsAllMs: number; slowsAll: boolean } | undefined): void {
    if (!next) return;
    if (next.stopsAllMs > 0) this.#stoppedUntilMs = Date.now() + next.stopsAllMs;
    if (next.slowsAll) this.#slowDown();
    else this.#failuresInRow = 0;
  }

  #slowDown(): void {
    this.#failuresInRow += 1;
    this.#slowUntilMs = Date.now() + pauseAfter(this.#failuresInRow, Math.random());
  }
}
