import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { confirmationCodeField, field, keptPasswordField, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { linkTo, markedText, strong } from "../pages/marked-text.ts";
import type { Terms } from "../terms/terms.ts";
import { agreementField } from "../terms/terms-pages.ts";
import { waitForLinkScript } from "./wait-for-link.ts";

export function signUpPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  terms?: Terms | undefined;
  values?: { username?: string; email?: string; termsVersion?: string | null };
  errors?: FieldErrors;
  /** The password was entered before and is stored. */
  isPasswordKept?: boolean;
  notice?: Notice;
}): string {
  const { texts, flowUrl, homeUrl, terms, values = {}, errors = {}, isPasswordKept, notice } = content;
  const { t } = texts;
  const firstError = ["username", "email", "password", "terms"].find((name) => errors[name]);
  return page({
    texts,
    title: t("identity.signUp"),
    homeUrl,
    body: html`<h1>${t("identity.signUp")}</h1>
<p class="lead">${t("identity.signUp.lead")}</p>
${banner(texts, notice)}
<form method="post" action="${flowUrl}/sign-up" novalidate>
${field(texts, {
  name: "username",
  label: t("identity.field.username"),
  value: values.username,
  autocomplete: "username",
  error: errors.username,
  hint: t("identity.signUp.username.hint"),
  maxLength: 40,
  focus: !firstError,
})}
${field(texts, {
  name: "email",
  label: t("identity.field.email"),
  type: "email",
  inputmode: "email",
  value: values.email,
  autocomplete: "email",
  error: errors.email,
  hint: t("identity.signUp.email.hint"),
  maxLength: 254,
})}
${
  isPasswordKept
    ? keptPasswordField(texts)
    : newPasswordField(texts, errors.password, { label: t("identity.field.password") })
}
${terms && agreementField(texts, terms, { isTicked: values.termsVersion === terms.version, error: errors.terms })}
<div class="actions"><button>${t("identity.signUp.submit")}</button></div>
</form>
<div class="below"><p>${markedText(texts, "identity.signUp.haveAccount", { link: linkTo(`${flowUrl}/sign-in`) })}</p></div>`,
  });
}

export function confirmSignUpPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  email: string;
  error?: Saying | undefined;
  notice?: Notice;
}): string {
  const { texts, flowUrl, homeUrl, email, error, notice } = content;
  const { t } = texts;
  const resend = (words: string) => html`<button class="link">${words}</button>`;
  return page({
    texts,
    title: t("identity.confirm"),
    homeUrl,
    body: html`<h1>${t("identity.confirm")}</h1>
<p class="lead">${markedText(texts, "identity.confirm.lead", { strong }, { email })}</p>
${banner(texts, notice)}
<form method="post" action="${flowUrl}/confirm" novalidate>
${confirmationCodeField(texts, error)}
<div class="actions"><button>${t("identity.confirm.submit")}</button></div>
</form>
<div class="below">
<p>${markedText(texts, "identity.confirm.linkOpened", { link: linkTo(`${flowUrl}/confirm`) })}</p>
<form method="post" action="${flowUrl}/resend"><p>${markedText(texts, "identity.confirm.noMail", { button: resend })}</p></form>
<p><a href="${flowUrl}/sign-up">${t("identity.confirm.changeEmail")}</a></p>
</div>
${waitForLinkScript.tag}`,
  });
}

export function confirmLinkPage(content: { texts: Texts; homeUrl: string; token: string }): string {
  const { texts, homeUrl, token } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.confirm"),
    homeUrl,
    body: html`<h1>${t("identity.confirm")}</h1>
<p class="lead">${t("identity.confirmLink.lead")}</p>
<form method="post" action="/signin/confirm-link">
<input type="hidden" name="token" value="${token}">
<div class="actions"><button>${t("identity.confirmLink.submit")}</button></div>
</form>
<div class="below"><p>${t("identity.confirmLink.notYou")}</p></div>`,
  });
}
