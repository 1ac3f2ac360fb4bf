import { useSyncExternalStore } from "react";
import { makeEmitter } from "../foundation/events/emitter.ts";

/** After the third attempt. */
const lateAfterMs = 10_000;

let lateParts = 0;
const change = makeEmitter();

function add(parts: number): void {
  lateParts += parts;
  change.emit();
}

/** Counts a part of the page that is missing, if that takes long. @returns a function for when it has come */
export function countIfLate(): () => void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    add(1);
  }, lateAfterMs);
  return () => {
    clearTimeout(timer);
    if (isLate) add(-1);
  };
}

/** Whether a part of the page has been missing for long. */
export const useIsPartLate = (): boolean => useSyncExternalStore(change.listen, () => lateParts > 0);
