import { whenIdle } from "../ui/when-idle.ts";

/** The screen has loaded by then. */
const laterMs = 3_000;

/** Saves a quest for offline use when the browser is idle. @returns a function that cancels it */
export function takeAlongLater(account: string, questId: number): () => void {
  return later(() => takeAlongIfNeeded(account, questId));
}

/** Refetches the account's offline quests, whose answers were deleted with the last session. */
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

/** On failure, the quest's page still offers it. */
export async function takeAlongIfNeeded(account: string, questId: number): Promise<void> {
  if (!navigator.onLine || !("indexedDB" in window)) return;
  try {
    const { findTaken, takeAlong } = await import("./take-along.ts");
    if (!(await findTaken(account, questId))) await takeAlong(account, questId);
  } catch (error) {
    console.warn("The quest was not saved for offline use.", error);
  }
}
