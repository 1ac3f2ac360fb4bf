import { useCallback, useEffect, useRef } from "react";

/** Calls once what was asked for several times has paused for `pauseMs`; at the latest after three such pauses. */
export function useSettled(work: () => void, pauseMs: number): () => void {
  const latest = useRef(work);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const firstAskedMs = useRef<number>(undefined);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    firstAskedMs.current ??= Date.now();
    const lateMs = Date.now() - firstAskedMs.current;
    timer.current = setTimeout(
      () => {
        firstAskedMs.current = undefined;
        latest.current();
      },
      Math.max(0, Math.min(pauseMs, 3 * pauseMs - lateMs)),
    );
  }, [pauseMs]);
}
