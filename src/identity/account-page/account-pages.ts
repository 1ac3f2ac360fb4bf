import type { Account } from "../accounts/account-queries.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { currentPasswordField, field, hiddenUsername, hiddenXsrf, newPasswordField } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { backToAccount } from "./back-to-account.ts";

export function accountPage(content: {
  homeUrl: string;
  xsrf: string;
  account: Account;
  kinds: FactorKind[];
  phone: string | undefined;
  unusedRecoveryCodes: number;
  notice: Notice;
}): string {
  const { homeUrl, xsrf, account, kinds, phone, unusedRecoveryCodes, notice } = content;
  const hasApp = kinds.includes("software_token");
  const hasPhone = kinds.includes("text_message");
  return page({
    title: "Your account",
    homeUrl,
    wide: true,
    body: html`<h1>Your account</h1>
${banner(notice)}
<dl><dt>Username</dt><dd>${account.username}</dd><dt>E-mail</dt><dd>${account.email}</dd></dl>
<form method="post" action="/account/profile">
${hiddenXsrf(xsrf)}
${field({ name: "name", label: "Name", value: account.displayName, autocomplete: "name", maxLength: 120 })}
<button class="quiet">Save the name</button>
</form>

<h2>Password</h2>
<p><a class="button quiet" href="/account/password">Change the password</a></p>

<h2>Second step at sign-in</h2>
<p class="lead">Besides the password, a code from your phone. Whoever learns your password still cannot get in.</p>
${
  hasApp
    ? removal(xsrf, "software_token", "An authenticator app is set up.", "Take the app away")
    : html`<p><a class="button quiet" href="/account/app">Set up an authenticator app</a></p>`
}
${
  hasPhone
    ? removal(xsrf, "text_message", `Codes go to ${phone ?? "your phone"}.`, "Take the phone away")
    : html`<p><a class="button quiet" href="/account/phone">Set up text messages</a></p>`
}
${
  kinds.length > 0 &&
  html`<details><summary>${unusedRecoveryCodes} recovery codes left</summary>
<form method="post" action="/account/recovery-codes">${hiddenXsrf(xsrf)}${currentPasswordField()}
<button class="quiet">Make new recovery codes</button></form></details>`
}

<h2>Devices</h2>
<p><a class="button quiet" href="/account/devices">See where you are signed in</a></p>
<form method="post" action="/account/sign-out-everywhere">${hiddenXsrf(xsrf)}<button class="quiet">Sign out everywhere else</button></form>

<h2>Delete the account</h2>
<p><a href="/account/delete">Delete the account…</a></p>
<div class="below"><p><a href="${homeUrl}">Back to Cairn</a></p></div>`,
  });
}

function removal(xsrf: string, kind: FactorKind, text: string, label: string): Html {
  return html`<details><summary>${text}</summary>
<form method="post" action="/account/factors/remove">${hiddenXsrf(xsrf)}
<input type="hidden" name="kind" value="${kind}">${currentPasswordField()}
<button class="danger">${label}</button></form></details>`;
}

export function passwordPage(content: { xsrf: string; username: string; errors?: FieldErrors }): string {
  const { xsrf, username, errors = {} } = content;
  return page({
    title: "Change the password",
    homeUrl: "/account",
    body: html`<h1>Change the password</h1>
<p class="lead">Every other browser is signed out.</p>
<form method="post" action="/account/password" novalidate>
${hiddenXsrf(xsrf)}
${hiddenUsername(username)}
${currentPasswordField(errors.current_password)}
${newPasswordField(errors.password)}
<div class="actions"><button>Change the password</button></div>
</form>${backToAccount}`,
  });
}

export function deleteAccountPage(content: { xsrf: string; username: string; error?: string }): string {
  const { xsrf, username, error } = content;
  return page({
    title: "Delete the account",
    homeUrl: "/account",
    body: html`<h1>Delete the account</h1>
${banner({ kind: "danger", text: `The account ${username} is gone at once and for good.` })}
<form method="post" action="/account/delete" novalidate>
${hiddenXsrf(xsrf)}
${currentPasswordField(error)}
<div class="actions"><button class="danger">Delete the account</button><a class="button quiet" href="/account">Keep it</a></div>
</form>`,
  });
}
