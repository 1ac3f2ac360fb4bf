import { unload } from "swr";

/** Clears the cache when the user may have changed. Visible data is refetched; pending answers are dropped. */
export function forgetFetched(): void {
  unload();
}
