import { refetchAdventurerQuest } from "../foundation/api/answers-by-call.ts";
import { listArrived, refetchDataPoints } from "../foundation/api/changed-data-points.ts";
import { refetchContributions } from "../foundation/api/refetch-contributions.ts";
import { onRest } from "../foundation/page-rests.ts";
import { askForSync, expectSync } from "./ask-for-sync.ts";
import { attempt, type Pace } from "./attempt.ts";
import { holdLock } from "./hold-lock.ts";
import { pauseAfter } from "./pauses.ts";
import { chooseNext, endPauses, endsWithLine, prepareQueue, readQueue, type Turn } from "./queue.ts";
import type { OutboxRecord } from "./record.ts";
import { onArrival, onCommand, repeatSending, showSending } from "./sending.ts";
import { isInTab, onChange, prepareMemory, wouldLoseWithTab } from "./storage.ts";
import { mayUseThisLine, onLineChange } from "./wifi-only.ts";

/** Sends the account's outbox, in one tab at a time. @returns a function that stops it */
export function startOutbox(account: string): () => void {
  const stopHearing = onArrival((arrival) => {
    const ofQuest = { username: arrival.account, questId: arrival.questId };
    if (arrival.dataPoint) void listArrived(ofQuest, arrival.dataPoint);
    else if (arrival.kind === "point") void refetchDataPoints(ofQuest);
    refetchContributions(arrival.account);
    if (arrival.kind === "completion" || arrival.kind === "attempt")
      refetchAdventurerQuest(arrival.account, arrival.questId);
  });
  void expectSync();
  let sending = start(account);
  const stopResting = onRest(
    // A page that rests would keep the lock from others.
    () => sending.abort(),
    () => {
      sending = start(account);
    },
  );
  return () => {
    stopHearing();
    stopResting();
    sending.abort();
  };
}

function start(account: string): AbortController {
  const stopping = new AbortController();
  void run(account, stopping.signal).catch((error: unknown) => console.error(error));
  return stopping;
}

async function run(account: string, signal: AbortSignal): Promise<void> {
  prepareMemory();
  const sendOwn = async () => {
    await untilSomethingIsInTab(signal);
    await new Sender(account, signal, isInTab).run();
  };
  const sendOthers = () =>
    holdLock(signal, async () => {
      await prepareQueue(account);
      await new Sender(account, signal, (localId) => !isInTab(localId)).run();
    });
  await Promise.all([sendOwn(), sendOthers()]);
}

/** No other tab can send it, so it doesn't wait for the lock. */
async function untilSomethingIsInTab(signal: AbortSignal): Promise<void> {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    const look = () => (signal.aborted || wouldLoseWithTab()) && resolve();
    stop = onChange(look);
    signal.addEventListener("abort", look);
    look();
  });
  stop();
}

class Sender {
  readonly #account: string;
  readonly #signal: AbortSignal;
  readonly #isOwn: (localId: string) => boolean;
  readonly #alarm = makeAlarm();
  #failuresInRow = 0;
  /** Sending is paused until then: after failures, or (below) because the server asked for it. */
  #slowUntilMs = 0;
  #stoppedUntilMs = 0;
  /** When the pauses began. An earlier time now means that the clock has been put back. */
  #pausedAtMs = 0;
  /** The volunteer pressed "Send now": ignores "Wi-Fi only" until the outbox is empty. */
  #usesAnyLine = false;
  #hasShown = false;

  #hasAsked = false;

  /** @param isOwn whether it sends the record with this id */
  constructor(account: string, signal: AbortSignal, isOwn: (localId: string) => boolean) {
    this.#account = account;
    this.#signal = signal;
    this.#isOwn = isOwn;
  }

  async run(): Promise<void> {
    const stopListening = this.#listen();
    try {
      while (!this.#signal.aborted) await this.#takeTurn();
    } finally {
      stopListening();
      this.#show(undefined);
    }
  }

  #listen(): () => void {
    const wake = () => this.#alarm.ring();
    const onOnline = () => void this.#hurry(endsWithLine);
    const stops = [
      onChange(wake),
      onLineChange(wake),
      onCommand((command) => {
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
      const isPutBack = Date.now() < this.#pausedAtMs;
      const pausedUntilMs = isPutBack ? 0 : Math.max(this.#slowUntilMs, this.#stoppedUntilMs);
      const turn = chooseNext(await readQueue(this.#account), Date.now(), this.#isOwn);
      const isIdle = turn.kind === "rest" && turn.untilMs === undefined;
      this.#askForSync(turn, isIdle);
      if (isIdle) this.#usesAnyLine = false;
      if (!isIdle && !this.#usesAnyLine && !mayUseThisLine()) {
        this.#show({ waitsForWifi: true });
        return await this.#alarm.wait(undefined);
      }
      if (turn.kind === "rest" || pausedUntilMs > Date.now()) {
        const untilMs = turn.kind === "rest" ? turn.untilMs && Math.max(turn.untilMs, pausedUntilMs) : pausedUntilMs;
        this.#show(untilMs === undefined ? undefined : { pausedUntilMs: untilMs });
        return await this.#alarm.wait(untilMs);
      }
      this.#pace(await attempt(turn, this.#signal));
    } catch (error) {
      // The database failed. Sending the record again is harmless.
      console.error(error);
      this.#slowDown();
      if (!this.#signal.aborted) await this.#alarm.wait(this.#slowUntilMs);
    }
  }

  /** A tab may have two senders: one that has nothing to do leaves it to the other to say. */
  #show(sending: Parameters<typeof showSending>[0] | undefined): void {
    if (sending || this.#hasShown) showSending(sending ?? {});
    this.#hasShown = sending !== undefined;
  }

  /** Once there is something to send, and before each pause: the page may not live until its end. */
  #askForSync(turn: Turn, isIdle: boolean): void {
    if (!isIdle && (turn.kind === "rest" || !this.#hasAsked)) void askForSync();
    this.#hasAsked = !isIdle;
  }

  /** Slows down all sending after a failure that would affect the next record, too. */
  #pace(pace: Pace | undefined): void {
    if (!pace) return;
    this.#pausedAtMs = Date.now();
    if (pace.stopsAllMs > 0) this.#stoppedUntilMs = Date.now() + pace.stopsAllMs;
    if (pace.slowsAll) this.#slowDown();
    else this.#failuresInRow = 0;
  }

  #slowDown(): void {
    this.#failuresInRow += 1;
    this.#pausedAtMs = Date.now();
    this.#slowUntilMs = Date.now() + pauseAfter(this.#failuresInRow, Math.random());
  }
}

/** Browsers' timers overflow after about 25 days, so waits are capped. */
const timerMaxMs = 60 * 60_000;

/** Wakes a waiting caller. A ring without a waiter is kept for the next wait. */
function makeAlarm() {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      isRung = true;
      wake?.();
    },
    /** Waits until the alarm rings or until `untilMs`. */
    async wait(untilMs: number | undefined): Promise<void> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer =
            untilMs === undefined
              ? undefined
              : setTimeout(resolve, Math.min(timerMaxMs, Math.max(0, untilMs - Date.now())));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      isRung = false;
    },
  };
}
