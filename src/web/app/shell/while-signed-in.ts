import { announcePushAgain } from "../../features/notifications/push-subscription.ts";
import { forgetOthers } from "../../foundation/api/kept-answers.ts";
import { shareSession } from "../../foundation/auth/worker-session.ts";
import { takeAlongAgainLater } from "../../offline/take-along-later.ts";
import { startIconBadge } from "../../outbox/icon-badge.ts";
import { startOutbox } from "../../outbox/sender.ts";
import { shareWifiOnly } from "../../outbox/wifi-only.ts";
import { shareLanguage } from "./own-language.ts";

/** Runs while an account is signed in. Deletes other accounts' answers. @returns a function that stops it */
export function startWhileSignedIn(account: string): () => void {
  // Without a database there is nothing to delete.
  void forgetOthers(account).catch(() => {});
  shareSession().catch((error: unknown) => console.warn("The service worker does not know the session.", error));
  void shareWifiOnly();
  // Offline, the next start tries these again.
  shareLanguage(account).catch(console.warn);
  announcePushAgain().catch(console.warn);
  const stops = [startOutbox(account), startIconBadge(account), takeAlongAgainLater(account)];
  return () => {
    for (const stop of stops) stop();
  };
}
