/** Calls once the browser has nothing more urgent to do, where it can tell; answers with what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari cannot tell.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: 800 });
  return () => window.cancelIdleCallback(handle);
}
