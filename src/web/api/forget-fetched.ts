import { unload } from "swr";

/**
 * Forgets everything that was fetched, since another person may sit here now; what is in sight is fetched anew. Answers that
 * are still on their way are not kept.
 */
export function forgetFetched(): void {
  unload();
}
