/** Notifies listeners in this tab. */
export function makeEmitter<Values extends unknown[] = []>() {
  const listeners = new Set<(...values: Values) => void>();
  return {
    emit(...values: Values): void {
      for (const listener of listeners) listener(...values);
    },
    /** @returns a function that removes the listener */
    listen(listener: (...values: Values) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
