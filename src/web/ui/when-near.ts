/** Distance from the window that counts as near. */
const margin = "300px";

/** Calls once when the element comes near the window. @returns a function that cancels it */
export function whenNear(element: Element | null, listener: () => void): () => void {
  if (!element) return () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      listener();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
