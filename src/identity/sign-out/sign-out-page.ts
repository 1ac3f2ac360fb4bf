import type { Texts } from "../../texts/texts-of.ts";
import { hiddenXsrf } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { markedText, strongName } from "../pages/marked-text.ts";

export function signOutPage(content: {
  texts: Texts;
  homeUrl: string;
  /** Undefined if the account is gone. */
  username: string | undefined;
  xsrf: string;
  hidden: Html[];
}): string {
  const { texts, homeUrl, username, xsrf, hidden } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.signOut"),
    heading: t("identity.signOut.question"),
    lead:
      username === undefined
        ? t("identity.signOut.signedIn")
        : markedText(texts, "identity.signOut.signedInAs", { strong: strongName }, { username }),
    homeUrl,
    body: html`<form method="post" action="/logout">
${hiddenXsrf(xsrf)}${hidden}
<div class="actions"><button>${t("identity.signOut")}</button><a class="button quiet" href="${homeUrl}">${t("identity.signOut.stay")}</a></div>
</form>`,
  });
}
