const lockName = "cairn-outbox";
const leaseName = "cairn.outbox.lease";
/** Longer than the minute that browsers let timers of hidden tabs wait. */
const leaseMs = 90_000;
const renewMs = 5_000;

/**
 * Does `work` in one tab at a time, in this one as soon as its turn comes, until `signal`. Without Web Locks (plain http) by a
 * lease in local storage: two tabs may then overlap for a moment, which costs a request and nothing else.
 */
export async function holdLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    try {
      await navigator.locks.request(lockName, { signal }, work);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return;
  }
  await holdLease(signal, work);
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
    // A clock that was set back must not stop the sender for good.
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
    // It runs out by itself.
  }
}
