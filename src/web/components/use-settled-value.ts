import { useEffect, useState } from "react";

/** Somebody who types pauses for longer than this between words. */
const pauseMs = 250;

/** The value once it has stayed the same for a moment: what a server is asked by. */
export function useSettledValue<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
