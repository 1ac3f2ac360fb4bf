/** A limit of time ended some work. */
export class TooSlowError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Ends work at a limit of time, or when it is told to, even if the work heeds no signal. Not by `AbortSignal.any`, as Node may collect
 * such a signal before its time has come.
 * @throws TooSlowError, the reason of `signal`, or what the work throws
 */
export async function withinTime<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new TooSlowError(`took more than ${timeoutMs} ms`)), timeoutMs);
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
