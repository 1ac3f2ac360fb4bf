import { forgetAnswers, forgetKept } from "../api/kept-answers.ts";
import type { SessionEnd } from "../features/auth/auth-session.ts";
import { forgetGallery } from "../gallery/kept-photos.ts";

/** Deletes what this phone keeps of an account, loaded only when a session ends. */
export async function forgetOnPhone(reason: SessionEnd, username: string): Promise<void> {
  if (reason !== "signed-out") return forgetAnswers(username);
  await forgetKept(username);
  await forgetGallery();
}
