export type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs at most `concurrency` tasks at a time, first come, first served. */
export function createLimit(concurrency: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // the place is handed over, not freed, so that nobody can jump the queue
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
