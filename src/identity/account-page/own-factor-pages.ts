import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { confirmationCodeField, field, hiddenXsrf } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { markedText, phoneNumber } from "../pages/marked-text.ts";
import { backToAccount } from "./back-to-account.ts";

/** A fictional number. */
export const examplePhone = "+1 202 555 0123";

export function setUpPhonePage(content: { texts: Texts; xsrf: string; phone?: string; error?: Saying }): string {
  const { texts, xsrf, phone, error } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.setUpPhone"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.setUpPhone")}</h1>
<p class="lead">${t("identity.setUpPhone.lead")}</p>
<form method="post" action="/account/phone" novalidate>
${hiddenXsrf(xsrf)}
${field(texts, {
  name: "phone",
  label: t("identity.setUpPhone.number"),
  value: phone,
  autocomplete: "tel",
  error,
  hint: t("identity.setUpPhone.number.hint", { example: examplePhone }),
  maxLength: 40,
  focus: true,
})}
<div class="actions"><button>${t("identity.setUpPhone.submit")}</button></div>
</form>${backToAccount(texts)}`,
  });
}

export function confirmPhonePage(content: { texts: Texts; xsrf: string; phone: string; error?: Saying }): string {
  const { texts, xsrf, phone, error } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.confirmPhone"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.confirmPhone")}</h1>
<p class="lead">${markedText(texts, "identity.confirmPhone.lead", { phone: phoneNumber }, { phone })}</p>
<form method="post" action="/account/phone/confirm" novalidate>
${hiddenXsrf(xsrf)}
${confirmationCodeField(texts, error)}
<div class="actions"><button>${t("identity.confirmPhone.submit")}</button></div>
</form>
<div class="below"><p><a href="/account/phone">${t("identity.confirmPhone.otherNumber")}</a></p></div>`,
  });
}
