import { useEffect, useState } from "react";

/** The value once it has stayed the same for so long; undefined before the first has. Give it the same object while nothing changes. */
export function useSettled<Value>(value: Value, restingMs: number): Value | undefined {
  const [settled, setSettled] = useState<Value>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), restingMs);
    return () => clearTimeout(timer);
  }, [value, restingMs]);
  return settled;
}
