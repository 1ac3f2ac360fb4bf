import { forgetFetched } from "../api/forget-fetched.ts";
import type { SessionEnd } from "../features/auth/auth-session.ts";

/**
 * Deletes the account's stored answers when the session ends. Unsent records stay, and so do offline quests and photos
 * shared from the gallery unless the user signed out.
 */
export async function forgetSession(reason: SessionEnd, username: string | undefined): Promise<void> {
  forgetFetched();
  if (username === undefined) return;
  try {
    const { forgetOnPhone } = await import("./forget-on-phone.ts");
    await forgetOnPhone(reason, username);
  } catch {
    // Deletes everything, so that nothing of this account stays.
    for (const name of ["cairn-kept", "cairn-lists", "cairn-gallery"]) indexedDB.deleteDatabase(name);
  }
}
