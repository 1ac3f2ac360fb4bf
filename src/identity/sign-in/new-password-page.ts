import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { hiddenUsername, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

export function newPasswordPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  username: string;
  error?: Saying | undefined;
}): string {
  const { texts, flowUrl, homeUrl, username, error } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.newPassword"),
    homeUrl,
    body: html`<h1>${t("identity.newPassword")}</h1>
<p class="lead">${t("identity.newPassword.due")}</p>
<form method="post" action="${flowUrl}/new-password" novalidate>
${hiddenUsername(username)}
${newPasswordField(texts, error, { focus: true })}
<div class="actions"><button>${t("identity.newPassword.submit")}</button></div>
</form>`,
  });
}
