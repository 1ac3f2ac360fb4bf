import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { confirmationCodeField, field, hiddenXsrf } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { linkTo, markedText, phoneNumber } from "../pages/marked-text.ts";
import { backToAccount } from "./back-to-account.ts";

/** A number that nobody has. */
export const examplePhone = "+1 202 555 0123";

export function setUpAppPage(content: {
  texts: Texts;
  xsrf: string;
  secret: string;
  uri: string;
  qrCode: string;
  error?: Saying | undefined;
}): string {
  const { texts, xsrf, secret, uri, qrCode, error } = content;
  const { t } = texts;
  const inFours = secret.match(/.{1,4}/g)?.join(" ") ?? "";
  const code = (words: string) => html`<code>${words}</code>`;
  return page({
    texts,
    title: t("identity.setUpApp"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.setUpApp")}</h1>
<p class="lead">${t("identity.setUpApp.lead")}</p>
<p><img class="qr" src="${qrCode}" width="232" height="232" alt="${t("identity.setUpApp.qrCode")}"></p>
<p>${markedText(texts, "identity.setUpApp.onThisPhone", { link: linkTo(uri), secret: code }, { secret: inFours })}</p>
<form method="post" action="/account/app" novalidate>
${hiddenXsrf(xsrf)}
${field(texts, {
  name: "code",
  label: t("identity.setUpApp.code"),
  autocomplete: "one-time-code",
  inputmode: "numeric",
  error,
  maxLength: 12,
  code: true,
})}
<div class="actions"><button>${t("identity.setUpApp.submit")}</button></div>
</form>${backToAccount(texts)}`,
  });
}

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

export function recoveryCodesPage({ texts, codes }: { texts: Texts; codes: string[] }): string {
  const { t } = texts;
  return page({
    texts,
    title: t("identity.recoveryCodes"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.recoveryCodes")}</h1>
<p class="lead">${t("identity.recoveryCodes.lead")}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">${t("identity.recoveryCodes.kept")}</a></div>`,
  });
}
