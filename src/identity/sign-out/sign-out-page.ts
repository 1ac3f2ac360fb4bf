import type { Texts } from "../../texts/texts-of.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { markedText, strong } from "../pages/marked-text.ts";

export function signOutPage(content: {
  texts: Texts;
  homeUrl: string;
  /** Undefined if the account is gone. */
  username: string | undefined;
  xsrf: string;
  hidden: Record<string, string>;
}): string {
  const { texts, homeUrl, username, xsrf, hidden } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.signOut"),
    homeUrl,
    body: html`<h1>${t("identity.signOut.question")}</h1>
<p class="lead">${
      username === undefined
        ? t("identity.signOut.signedIn")
        : markedText(texts, "identity.signOut.signedInAs", { strong }, { username })
    }</p>
<form method="post" action="/logout">
<input type="hidden" name="xsrf" value="${xsrf}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button>${t("identity.signOut")}</button><a class="button quiet" href="${homeUrl}">${t("identity.signOut.stay")}</a></div>
</form>`,
  });
}
