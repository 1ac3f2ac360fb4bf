const lockName = "cairn-outbox";
const leaseName = "cairn.outbox.lease";
/** Browsers delay timers of hidden tabs by up to a minute. */
const leaseMs = 90_000;
const renewMs = 5_000;

/**
 * Runs `work` in one tab at a time, until `signal`. Without Web Locks (plain http) it uses a lease in local storage.
 * Two tabs may then overlap briefly, which only costs an extra request.
 */
export async function holdLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    try {
      // The work may still wait for a database, which gives nothing while the page rests.
      await navigator.locks.request(lockName, { signal }, () => Promise.race([work(), untilAborted(signal)]));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return;
  }
  await holdLease(signal, work);
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

/** Holds the lock for the service worker, if it is free. @returns undefined if a tab holds the lock */
export async function withFreeLock<T>(work: () => Promise<T>): Promise<T | undefined> {
  return (await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => lock && work())) ?? undefined;
}

/** Whether a tab waits for the lock. */
export async function isLockWanted(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query();
  return pending.some(({ name }) => name === lockName);
}

async function holdLease(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const holder = String(Math.random());
  while (!signal.aborted) {
    if (takeLease(holder)) {
      const beat = setInterval(() => takeLease(holder), renewMs);
      const release = () => releaseLease(holder);
      window.addEventListener("pagehide", release);
      try {
        return await work();
      } finally {
        clearInterval(beat);
        window.removeEventListener("pagehide", release);
        release();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, renewMs));
  }
}

function takeLease(holder: string): boolean {
  try {
    const held = JSON.parse(localStorage.getItem(leaseName) ?? "null") as { holder: string; untilMs: number } | null;
    const now = Date.now();
    // Setting the clock back must not stop the sender forever.
    if (held && held.holder !== holder && held.untilMs > now && held.untilMs <= now + leaseMs) return false;
    localStorage.setItem(leaseName, JSON.stringify({ holder, untilMs: now + leaseMs }));
    return true;
  } catch {
    return true;
  }
}

function releaseLease(holder: string): void {
  try {
    const held = JSON.parse(localStorage.getItem(leaseName) ?? "null") as { holder: string } | null;
    if (held?.holder === holder) localStorage.removeItem(leaseName);
  } catch {
    // The lease expires.
  }
}
