import { chosenIn } from "../../../texts/choose-language.ts";
import { english } from "../../../texts/languages.ts";
import { call } from "../../foundation/api/client.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { changeLanguage } from "../../foundation/texts/keep-language.ts";

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
