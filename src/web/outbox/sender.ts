import { refetchAdventurerQuest, refetchContributions } from "../api/answers-by-call.ts";
import { listArrived, refetchDataPoints } from "../api/data-points.ts";
import { makeAlarm } from "./alarm.ts";
import { onChange } from "./changes.ts";
import { chooseNext } from "./choose-next.ts";
import { deliverMeasured, deliverTold, deliverWithdrawal } from "./deliver.ts";
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
  settle,
  settleWithdrawal,
  take,
} from "./queue.ts";
import type { MeasuredRecord, OutboxRecord, ToldRecord, Withdrawal } from "./record.ts";
import { announceArrival, onArrival, onCommand, repeatSending, showSending } from "./sending.ts";
import { isKeptOnDevice } from "./storage.ts";
import { mayUseThisLine, onLineChange } from "./wifi-only.ts";

/** Sends the account's outbox, in one tab at a time. @returns a function that stops it */
export function startOutbox(account: string): () => void {
  const stopping = new AbortController();
  const stopHearing = onArrival((arrival) => {
    const ofQuest = { username: arrival.account, questId: arrival.questId };
    if (arrival.dataPoint) void listArrived(ofQuest, arrival.dataPoint);
    else if (arrival.kind === "point") void refetchDataPoints(ofQuest);
    refetchContributions(arrival.account);
    if (arrival.kind === "completion" || arrival.kind === "attempt")
      refetchAdventurerQuest(arrival.account, arrival.questId);
  });
  void run(account, stopping.signal).catch((error: unknown) => console.error(error));
  return () => {
    stopHearing();
    stopping.abort();
  };
}

async function run(account: string, signal: AbortSignal): Promise<void> {
  const send = () => new Sender(account, signal).run();
  // Other tabs cannot send records from this page's memory.
  const isShared = await isKeptOnDevice().catch(() => true);
  await (isShared ? holdLock(signal, send) : send());
}

/** These pauses end when the device is online or the user signs in again. */
const endsWithLine = ({ problem }: OutboxRecord) =>
  problem?.code === "no_line" || problem?.code === "line_broke" || problem?.status === 401 || problem?.status === 403;

class Sender {
  readonly #account: string;
  readonly #signal: AbortSignal;
  readonly #alarm = makeAlarm();
  /** The record that is being sent. */
  #current: { localId: string; abort: AbortController } | undefined;
  #failuresInRow = 0;
  /** Sending is paused until then: after failures, or (below) because the server asked for it. */
  #slowUntilMs = 0;
  #stoppedUntilMs = 0;
  /** The volunteer pressed "Send now": ignores "Wi-Fi only" until the outbox is empty. */
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
      // Writes fail on a full device, but waiting records can still be sent.
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
      if (turn.kind === "measured") await this.#sendMeasured(turn.record);
      else if (turn.kind === "told") await this.#tell(turn.record);
      else await this.#sendWithdrawal(turn.withdrawal);
    } catch (error) {
      // The database failed. Sending the record again is harmless.
      console.error(error);
      this.#slowDown();
      if (!this.#signal.aborted) await this.#alarm.wait(this.#slowUntilMs);
    }
  }

  async #sendMeasured(chosen: MeasuredRecord): Promise<void> {
    const hashed = await makeHashes(chosen);
    const taken = await take("localId" in hashed ? hashed : chosen);
    if (!taken) return;
    const { localId, kind, account, questId } = taken.record;
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
          ? await deliverMeasured(taken.record, {
              findPhoto: (key) => findPhoto(localId, key),
              keepUpload: async (key, address) => {
                if (taken.isMarked && !(await keepUpload(taken, key, address))) stop();
              },
              onProgress: (share) => showSending({ localId, share }),
              signal: abort.signal,
            })
          : hashed;
      if (outcome.kind === "cancelled" && this.#signal.aborted) return await putBack(taken);
      const next = await settle(taken, outcome);
      this.#pace(next);
      if (outcome.kind === "receipt") announceArrival({ kind, account, questId, dataPoint: outcome.dataPoint });
      if (next?.record.state === "delivered") await forgetDelivered(this.#account);
    } finally {
      stopWatching();
      this.#signal.removeEventListener("abort", stop);
      this.#current = undefined;
      showSending({});
    }
  }

  async #tell(told: ToldRecord): Promise<void> {
    showSending({ localId: told.localId });
    const outcome = await deliverTold(told, this.#signal);
    // The user signed out. It is sent after the next sign-in.
    if (outcome.kind === "cancelled" && this.#signal.aborted) return;
    this.#pace(await settle({ record: told, isMarked: false }, outcome));
    if (outcome.kind === "arrived") {
      const { kind, account, questId } = told;
      announceArrival({ kind, account, questId, dataPoint: undefined });
    }
    showSending({});
  }

  async #sendWithdrawal(withdrawal: Withdrawal): Promise<void> {
    const left = await settleWithdrawal(withdrawal, await deliverWithdrawal(withdrawal, this.#signal));
    if (left) this.#slowDown();
    else {
      const { account, questId } = withdrawal;
      announceArrival({ kind: "point", account, questId, dataPoint: undefined });
    }
  }

  /** Slows down all sending after a failure that would affect the next record, too. */
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
