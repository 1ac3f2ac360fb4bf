import { useEffect } from "react";

/** Held by every tab in which a form is begun; a new version of the app takes over when nobody holds it. */
export const begunFormLock = "cairn.begun-form";

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
    void navigator.locks?.request(begunFormLock, { mode: "shared" }, () => held);
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
