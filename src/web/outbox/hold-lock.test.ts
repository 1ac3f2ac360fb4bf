import { beforeEach, expect, it, vi } from "vitest";
import { holdLock } from "./hold-lock.ts";

// jsdom has no Web Locks, as pages over plain http.

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

it.each([
  [60_000, false],
  // Longer than any lease: the clock was set back since.
  [600_000, true],
])("another tab's lease for %i ms lets this one work: %s", async (leftMs, works) => {
  const lease = { holder: "another", untilMs: Date.now() + leftMs };
  localStorage.setItem("cairn.outbox.lease", JSON.stringify(lease));
  const work = vi.fn(async () => {});
  const ending = new AbortController();
  const held = holdLock(ending.signal, work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(works ? 1 : 0);
  ending.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  await held;
});

it("[DATA-16] lets go of the lock as soon as it has to, though the work waits", async () => {
  const request = async (_name: string, _options: LockOptions, work: () => Promise<void>) => work();
  vi.stubGlobal("navigator", { locks: { request } });
  const ending = new AbortController();
  const isFree = vi.fn();
  const held = holdLock(ending.signal, () => new Promise(() => {})).then(isFree);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isFree).not.toHaveBeenCalled();
  ending.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(isFree).toHaveBeenCalledOnce();
  await held;
  vi.unstubAllGlobals();
});
