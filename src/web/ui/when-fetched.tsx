import { type ReactNode, Suspense, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { makeEmitter } from "../foundation/events/emitter.ts";
import { onFetched } from "../foundation/texts/lazily.ts";
import { Part } from "./part.tsx";

/**
 * Shows a fallback until its children's components are fetched. React alone delays them until 300 ms after the last
 * fallback of the page; a state change shows them at once.
 */
export function WhenFetched({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, lookAgain] = useState({});
  useEffect(() => onFetched(() => startTransition(() => lookAgain({}))), []);
  return (
    <Suspense fallback={<Missing>{fallback}</Missing>}>
      <Part>{children}</Part>
    </Suspense>
  );
}

function Missing({ children }: { children: ReactNode }) {
  useEffect(countIfLate, []);
  return <>{children}</>;
}

/** After the third attempt. */
const lateAfterMs = 10_000;

let lateParts = 0;
const change = makeEmitter();

function add(parts: number): void {
  lateParts += parts;
  change.emit();
}

/** Counts a part of the page that is missing, if that takes long. @returns a function for when it has come */
function countIfLate(): () => void {
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
