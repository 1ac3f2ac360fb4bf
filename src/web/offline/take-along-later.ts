import { whenIdle } from "../ui/when-idle.ts";

/** The screen has loaded by then. */
const laterMs = 3_000;

/** Saves a quest for offline use when the browser is idle. @returns a function that cancels it */
export function takeAlongLater(account: string, questId: number): () => void {
  return later(async () => {
    const { takeAlongIfNeeded } = await import("./take-along.ts");
    await takeAlongIfNeeded(account, questId);
  });
}

/** Refetches the account's offline quests, whose answers were deleted with the last session. */
export function takeAlongAgainLater(account: string): () => void {
  return later(async () => {
    if (!("indexedDB" in window)) return;
    const { listTaken, takeAlongIfNeeded } = await import("./take-along.ts");
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
