import { forgetFetched } from "../api/forget-fetched.ts";
import type { SessionEnd } from "../features/auth/auth-session.ts";

/**
 * Another person may sit here now: what the account was answered goes from this device. What was not sent stays for its own
 * person, and so does, unless they signed out, which quests they took along: a sign-in that only expired comes back.
 */
export async function forgetSession(reason: SessionEnd, username: string | undefined): Promise<void> {
  forgetFetched();
  if (username === undefined) return;
  try {
    const { forgetAnswers, forgetKept } = await import("../api/kept-answers.ts");
    await (reason === "signed-out" ? forgetKept(username) : forgetAnswers(username));
  } catch {
    // Better everybody's is gone than that this one's stays.
    indexedDB.deleteDatabase("cairn-kept");
  }
}
