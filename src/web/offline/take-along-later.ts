import { whenIdle } from "../components/when-idle.ts";

/** By then the screen is there, with most of what is to be kept. */
const laterMs = 3_000;

/** Takes a quest along that is not yet, when nothing more urgent is to be done; answers with the means not to. */
export function takeAlongLater(account: string, questId: number): () => void {
  return later(() => takeAlongIfNeeded(account, questId));
}

/** Fetches again, then, what the account took along and the end of its last session took away. */
export function takeAlongAgainLater(account: string): () => void {
  return later(async () => {
    if (!("indexedDB" in window)) return;
    const { listTaken } = await import("./take-along.ts");
    for (const questId of await listTaken(account)) await takeAlongIfNeeded(account, questId);
  });
}

function later(work: () => Promise<void>): () => void {
  let forgetIdle: (() => void) | undefined;
  const timer = setTimeout(() => {
    forgetIdle = whenIdle(() => void work().catch((error: unknown) => console.warn(error)));
  }, laterMs);
  return () => {
    clearTimeout(timer);
    forgetIdle?.();
  };
}

/** Nobody has asked for it: where it fails, the quest's page still offers it. */
export async function takeAlongIfNeeded(account: string, questId: number): Promise<void> {
  if (!navigator.onLine || !("indexedDB" in window)) return;
  try {
    const { findTaken, takeAlong } = await import("./take-along.ts");
    if (!(await findTaken(account, questId))) await takeAlong(account, questId);
  } catch (error) {
    console.warn("The quest was not saved for offline use.", error);
  }
}
