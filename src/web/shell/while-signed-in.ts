import { forgetOthers } from "../api/kept-answers.ts";
import { takeAlongAgainLater } from "../offline/take-along-later.ts";
import { startOutbox } from "../outbox/sender.ts";

/** What goes on while an account is signed in; answers with the means to stop. What others were answered here goes. */
export function startWhileSignedIn(account: string): () => void {
  // A browser that keeps nothing has nothing of anybody's.
  void forgetOthers(account).catch(() => {});
  const stops = [startOutbox(account), takeAlongAgainLater(account)];
  return () => {
    for (const stop of stops) stop();
  };
}
