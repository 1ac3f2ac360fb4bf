import { useEffect, useState } from "react";

const pauseMs = 250;

/** The value after a pause in its changes, for requests to the server while someone types. */
export function useSettledValue<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
