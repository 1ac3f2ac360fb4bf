import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser believes that it has a connection; that it has one does not say that it carries anything. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
