import type { Saying } from "../../texts/saying.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { Flow } from "../flow/flow.ts";
import { confirmationCodeField, field, hiddenField, hiddenUsername, newPasswordField } from "../pages/fields.ts";
import { html, linkTo, markedText } from "../pages/html.ts";
import { formPage, type Notice, page } from "../pages/layout.ts";
import type { FactorKind, FactorMethod } from "../second-factors/second-factors.ts";

export function signInPage(
  { texts, url, homeUrl }: Flow,
  content: { username?: string | undefined; errors?: FieldErrors; notice?: Notice },
): string {
  const { username, errors = {}, notice } = content;
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.signIn"),
    lead: t("identity.signIn.lead"),
    notice,
    homeUrl,
    action: `${url}/sign-in`,
    fields: html`${field(texts, {
      name: "username",
      label: t("identity.field.usernameOrEmail"),
      value: username,
      autocomplete: "username",
      error: errors.username,
      maxLength: 254,
      focus: !username && !errors.password,
    })}
${field(texts, {
  name: "password",
  label: t("identity.field.password"),
  type: "password",
  autocomplete: "current-password",
  error: errors.password,
  maxLength: 256,
  focus: Boolean(username) && !errors.username,
})}`,
    submit: t("identity.signIn"),
    below: html`<div class="below"><p><a href="${url}/forgot-password">${t("identity.signIn.forgotten")}</a></p>
<p>${markedText(texts, "identity.signIn.newHere", { link: linkTo(`${url}/sign-up`) })}</p></div>`,
  });
}

export function factorPage(
  { texts, url, homeUrl }: Flow,
  content: { method: FactorMethod; kinds: FactorKind[]; error?: Saying; notice?: Notice },
): string {
  const { method, kinds, error, notice } = content;
  const { t } = texts;
  const others = [...kinds, "recovery_code" as const].filter((kind) => kind !== method);
  return page({
    texts,
    title: t("identity.factor"),
    lead: t(`identity.factor.lead.${method}`),
    notice,
    homeUrl,
    body: html`${
      method === "text_message" &&
      html`<form method="post" action="${url}/factor/text"><p><button class="quiet">${t("identity.factor.sendCode")}</button></p></form>`
    }
<form method="post" action="${url}/factor" novalidate>
${hiddenField("method", method)}
${field(texts, {
  name: "code",
  label: method === "recovery_code" ? t("identity.factor.recoveryCode") : t("identity.factor.code"),
  autocomplete: method === "recovery_code" ? "off" : "one-time-code",
  ...(method !== "recovery_code" && { inputmode: "numeric", code: true }),
  error,
  maxLength: 20,
  focus: true,
})}
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes"><label for="remember">${t("identity.factor.remember")}</label></div>
<div class="actions"><button>${t("identity.factor.submit")}</button></div>
</form>
<div class="below">${others.map((other) => html`<p><a href="${url}/factor?method=${other}">${t(`identity.factor.use.${other}`)}</a></p>`)}</div>`,
  });
}

/** The step for accounts that must replace their password. */
export function newPasswordPage({ texts, url, homeUrl }: Flow, username: string, error?: Saying): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.newPassword"),
    lead: t("identity.newPassword.due"),
    homeUrl,
    action: `${url}/new-password`,
    fields: html`${hiddenUsername(username)}
${newPasswordField(texts, error, { focus: true })}`,
    submit: t("identity.newPassword.submit"),
  });
}

export function forgotPasswordPage(
  { texts, url, homeUrl }: Flow,
  content: { username?: string; error?: Saying; notice?: Notice } = {},
): string {
  const { username, error, notice } = content;
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.forgotPassword"),
    lead: t("identity.forgotPassword.lead"),
    notice,
    homeUrl,
    action: `${url}/forgot-password`,
    fields: field(texts, {
      name: "username",
      label: t("identity.field.usernameOrEmail"),
      value: username,
      autocomplete: "username",
      error,
      maxLength: 254,
      focus: true,
    }),
    submit: t("identity.forgotPassword.submit"),
    below: html`<div class="below"><p><a href="${url}/sign-in">${t("identity.forgotPassword.back")}</a></p></div>`,
  });
}

export function resetPasswordPage({ texts, url, homeUrl }: Flow, errors: FieldErrors = {}): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.newPassword"),
    lead: t("identity.resetPassword.lead"),
    homeUrl,
    action: `${url}/reset-password`,
    fields: html`${confirmationCodeField(texts, errors.code, { focus: !errors.password })}
${newPasswordField(texts, errors.password)}`,
    submit: t("identity.resetPassword.submit"),
    below: html`<div class="below"><p>${markedText(texts, "identity.resetPassword.noMail", { link: linkTo(`${url}/forgot-password`) })}</p></div>`,
  });
}
