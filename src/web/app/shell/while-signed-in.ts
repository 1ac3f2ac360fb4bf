import { chosenIn } from "../../../texts/choose-language.ts";
import { english } from "../../../texts/languages.ts";
import { announcePushAgain } from "../../features/notifications/push-subscription.ts";
import { call } from "../../foundation/api/client.ts";
import { forgetOthers } from "../../foundation/api/kept-answers.ts";
import { shareSession } from "../../foundation/auth/worker-session.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { changeLanguage } from "../../foundation/texts/keep-language.ts";
import { takeAlongAgainLater } from "../../offline/take-along-later.ts";
import { startIconBadge } from "../../outbox/icon-badge.ts";
import { startOutbox } from "../../outbox/sender.ts";
import { shareWifiOnly } from "../../outbox/wifi-only.ts";

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

/**
 * On a device without a choice, the account's language is shown. An account without one gets the language of the page,
 * so that emails have it too. English has to be chosen: it may only be there because the person's own isn't offered.
 */
export async function shareLanguage(account: string): Promise<void> {
  const own = { params: { username: account } };
  const { language } = await call("getOwnLanguage", own);
  const { code } = currentLanguage();
  const isChosen = chosenIn(document.cookie) !== undefined;
  if (language === null) {
    if (isChosen || code !== english.code) await call("setOwnLanguage", { ...own, body: { language: code } });
    return;
  }
  if (isChosen) return;
  const { languages } = await call("getClientConfiguration", {});
  const offered = languages.find((each) => each.code === language);
  if (offered && language !== code) await changeLanguage(offered);
}
