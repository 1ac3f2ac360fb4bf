import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { currentPasswordField, hiddenUsername, hiddenXsrf } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { backToAccount } from "./back-to-account.ts";

/** Asks for the password before a change. `carried` is the posted form, so that nothing needs retyping. */
export function proofPage(content: {
  texts: Texts;
  xsrf: string;
  username: string;
  action: string;
  carried: Record<string, string>;
  error?: Saying | undefined;
}): string {
  const { texts, xsrf, username, action, carried, error } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.proof"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.proof")}</h1>
<p class="lead">${t("identity.proof.lead")}</p>
<form method="post" action="${action}" novalidate>
${hiddenXsrf(xsrf)}
${Object.entries(carried).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${!("username" in carried) && hiddenUsername(username)}
${currentPasswordField(texts, error)}
<div class="actions"><button>${t("identity.proof.submit")}</button></div>
</form>${backToAccount(texts)}`,
  });
}
