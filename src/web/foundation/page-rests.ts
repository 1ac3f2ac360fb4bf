/**
 * Browsers put pages to rest that people may come back to: in a cache for the back button, or frozen in another tab. They
 * don't end, but nothing in them goes on, and what they hold stays held.
 */
export function onRest(rest: () => void, wake: () => void): () => void {
  let rests = false;
  const begin = (event: Event) => {
    // A page that isn't cached ends, and all that it holds with it.
    if (rests || (event.type === "pagehide" && !(event as PageTransitionEvent).persisted)) return;
    rests = true;
    rest();
  };
  const end = () => {
    if (rests) wake();
    rests = false;
  };
  window.addEventListener("pagehide", begin);
  window.addEventListener("pageshow", end);
  document.addEventListener("freeze", begin);
  document.addEventListener("resume", end);
  return () => {
    window.removeEventListener("pagehide", begin);
    window.removeEventListener("pageshow", end);
    document.removeEventListener("freeze", begin);
    document.removeEventListener("resume", end);
  };
}
