import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { confirmationCodeField, field, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { linkTo, markedText } from "../pages/marked-text.ts";

export function forgotPasswordPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  username?: string;
  error?: Saying;
  notice?: Notice;
}): string {
  const { texts, flowUrl, homeUrl, username, error, notice } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.forgotPassword"),
    homeUrl,
    body: html`<h1>${t("identity.forgotPassword")}</h1>
<p class="lead">${t("identity.forgotPassword.lead")}</p>
${banner(texts, notice)}
<form method="post" action="${flowUrl}/forgot-password" novalidate>
${field(texts, { name: "username", label: t("identity.field.usernameOrEmail"), value: username, autocomplete: "username", error, maxLength: 254, focus: true })}
<div class="actions"><button>${t("identity.forgotPassword.submit")}</button></div>
</form>
<div class="below"><p><a href="${flowUrl}/sign-in">${t("identity.forgotPassword.back")}</a></p></div>`,
  });
}

export function resetPasswordPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  errors?: FieldErrors;
}): string {
  const { texts, flowUrl, homeUrl, errors = {} } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.newPassword"),
    homeUrl,
    body: html`<h1>${t("identity.newPassword")}</h1>
<p class="lead">${t("identity.resetPassword.lead")}</p>
<form method="post" action="${flowUrl}/reset-password" novalidate>
${confirmationCodeField(texts, errors.code, { focus: !errors.password })}
${newPasswordField(texts, errors.password)}
<div class="actions"><button>${t("identity.resetPassword.submit")}</button></div>
</form>
<div class="below"><p>${markedText(texts, "identity.resetPassword.noMail", { link: linkTo(`${flowUrl}/forgot-password`) })}</p></div>`,
  });
}
