/** Calls `work` when the browser is idle. @returns a function that cancels it */
export function whenIdle(work: () => void): () => void {
  // Safari lacks it.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: 800 });
  return () => window.cancelIdleCallback(handle);
}
