import { type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { deletionTerms, unacceptedChoice } from "../pages/deletion.ts";
import { currentPasswordField, field, hiddenUsername, hiddenXsrf, newPasswordField } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { markedText, phoneNumber } from "../pages/marked-text.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { backToAccount } from "./back-to-account.ts";

export function accountPage(content: {
  texts: Texts;
  homeUrl: string;
  xsrf: string;
  account: Account;
  kinds: FactorKind[];
  phone: string | undefined;
  unusedRecoveryCodes: number;
  notice: Notice;
}): string {
  const { texts, homeUrl, xsrf, account, kinds, phone, unusedRecoveryCodes, notice } = content;
  const { t } = texts;
  const hasApp = kinds.includes("software_token");
  const hasPhone = kinds.includes("text_message");
  const removal = (
    kind: FactorKind,
    summary: Html | string,
    label: string,
  ) => html`<details><summary>${summary}</summary>
<form method="post" action="/account/factors/remove">${hiddenXsrf(xsrf)}
<input type="hidden" name="kind" value="${kind}">${currentPasswordField(texts)}
<button class="danger">${label}</button></form></details>`;
  return page({
    texts,
    title: t("identity.account"),
    homeUrl,
    wide: true,
    body: html`<h1>${t("identity.account")}</h1>
${banner(texts, notice)}
<dl><dt>${t("identity.field.username")}</dt><dd>${account.username}</dd><dt>${t("identity.field.email")}</dt><dd>${account.email}</dd></dl>
<form method="post" action="/account/profile">
${hiddenXsrf(xsrf)}
${field(texts, { name: "name", label: t("identity.account.name"), value: account.displayName, autocomplete: "name", maxLength: 120 })}
<button class="quiet">${t("identity.account.name.save")}</button>
</form>

<h2>${t("identity.account.password")}</h2>
<p><a class="button quiet" href="/account/password">${t("identity.changePassword")}</a></p>

<h2>${t("identity.account.factors")}</h2>
<p class="lead">${t("identity.account.factors.lead")}</p>
${
  hasApp
    ? removal("software_token", t("identity.account.app"), t("identity.account.app.remove"))
    : html`<p><a class="button quiet" href="/account/app">${t("identity.setUpApp")}</a></p>`
}
${
  hasPhone && phone
    ? removal(
        "text_message",
        markedText(texts, "identity.account.phone", { phone: phoneNumber }, { phone }),
        t("identity.account.phone.remove"),
      )
    : html`<p><a class="button quiet" href="/account/phone">${t("identity.setUpPhone")}</a></p>`
}
${
  kinds.length > 0 &&
  html`<details><summary>${t("identity.account.recoveryCodes", { count: unusedRecoveryCodes })}</summary>
<form method="post" action="/account/recovery-codes">${hiddenXsrf(xsrf)}${currentPasswordField(texts)}
<button class="quiet">${t("identity.account.recoveryCodes.renew")}</button></form></details>`
}

<h2>${t("identity.account.devices")}</h2>
<p><a class="button quiet" href="/account/devices">${t("identity.account.devices.see")}</a></p>
<form method="post" action="/account/sign-out-everywhere">${hiddenXsrf(xsrf)}<button class="quiet">${t("identity.account.signOutEverywhere")}</button></form>

<h2>${t("identity.account.delete")}</h2>
<p><a href="/account/delete">${t("identity.account.delete.link")}</a></p>
<div class="below"><p><a href="${homeUrl}">${t("identity.backToCairn")}</a></p></div>`,
  });
}

export function passwordPage(content: { texts: Texts; xsrf: string; username: string; errors?: FieldErrors }): string {
  const { texts, xsrf, username, errors = {} } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.changePassword"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.changePassword")}</h1>
<p class="lead">${t("identity.changePassword.lead")}</p>
<form method="post" action="/account/password" novalidate>
${hiddenXsrf(xsrf)}
${hiddenUsername(username)}
${currentPasswordField(texts, errors.current_password)}
${newPasswordField(texts, errors.password)}
<div class="actions"><button>${t("identity.changePassword")}</button></div>
</form>${backToAccount(texts)}`,
  });
}

export function deleteAccountPage(content: {
  texts: Texts;
  xsrf: string;
  username: string;
  appUrl: string;
  error?: Saying;
}): string {
  const { texts, xsrf, username, appUrl, error } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.account.delete"),
    homeUrl: "/account",
    body: html`<h1>${t("identity.account.delete")}</h1>
${banner(texts, { kind: "danger", saying: saying("identity.deleteAccount.warning", { username }) })}
${deletionTerms(texts)}
<p><a href="${appUrl}profile">${t("identity.deleteAccount.download")}</a></p>
<form method="post" action="/account/delete" novalidate>
${hiddenXsrf(xsrf)}
${unacceptedChoice(texts)}
${currentPasswordField(texts, error)}
<div class="actions"><button class="danger">${t("identity.account.delete")}</button><a class="button quiet" href="/account">${t("identity.deleteAccount.keep")}</a></div>
</form>`,
  });
}
