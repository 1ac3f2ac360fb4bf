import { attempt } from "./attempt.ts";
import { isLockWanted, withFreeLock } from "./hold-lock.ts";
import { chooseNext, prepareQueue, readQueue } from "./queue.ts";
import { mayWorkerUseThisLine } from "./wifi-only.ts";

/** Browsers end a worker's sync after about three minutes. */
const passMs = 150_000;
/** What is begun should also end in that time. */
const lastStartMs = 100_000;

/**
 * Sends the account's outbox from the service worker, unless a page does.
 * @returns whether nothing is left that could be sent later without the user
 */
export async function sendInWorker(account: string): Promise<boolean> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), passMs);
  try {
    return (await withFreeLock(() => pass(account, stopping.signal))) ?? (await isEmpty(account));
  } finally {
    clearTimeout(timer);
  }
}

const nextOf = async (account: string) => chooseNext(await readQueue(account), Date.now());

async function isEmpty(account: string): Promise<boolean> {
  const turn = await nextOf(account);
  return turn.kind === "rest" && turn.untilMs === undefined;
}

async function pass(account: string, signal: AbortSignal): Promise<boolean> {
  const startsUntilMs = Date.now() + lastStartMs;
  await prepareQueue(account);
  for (;;) {
    const turn = await nextOf(account);
    if (turn.kind === "rest") return turn.untilMs === undefined;
    const isOver = signal.aborted || Date.now() > startsUntilMs;
    if (isOver || (await isLockWanted()) || !(await mayWorkerUseThisLine())) return false;
    const pace = await attempt(turn, signal);
    if (pace?.needsSignIn) return true;
    if (pace && (pace.slowsAll || pace.stopsAllMs > 0)) return false;
  }
}
