import { useEffect } from "react";

/** Held by every tab in which a form is begun; a new version of the app takes over when nobody holds it. */
const lockName = "cairn.begun-form";

let begunHere = 0;
const listeners = new Set<() => void>();

function changeBy(count: number): void {
  begunHere += count;
  for (const listener of listeners) listener();
}

/** While `isBegun`, no new version of the app takes over, in whichever tab it is asked for. */
export function useBegunForm(isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return;
    changeBy(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks?.request(lockName, { mode: "shared" }, () => held);
    return () => {
      release();
      changeBy(-1);
    };
  }, [isBegun]);
}

export const isFormBegunHere = (): boolean => begunHere > 0;

export function onBegunFormChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Does `work` and answers true, or false at once where a form is begun in any tab. */
export async function unlessFormBegun(work: () => Promise<void>): Promise<boolean> {
  if (isFormBegunHere()) return false;
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
