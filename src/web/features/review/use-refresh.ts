import { useEffect, useRef } from "react";

const everyMs = 15_000;

/** Calls now and then while the page is visible, and when it becomes so: others work on the same list. */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    const call = () => {
      if (document.visibilityState !== "hidden") latest.current();
    };
    const timer = setInterval(call, everyMs);
    document.addEventListener("visibilitychange", call);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", call);
    };
  }, []);
}
