import { type FieldErrors, passwordMinLength } from "../accounts/account-rules.ts";
import type { Account } from "../accounts/accounts.ts";
import { type Html, html } from "../pages/html.ts";
import { banner, confirmationCodeField, field, page } from "../pages/layout.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import type { Device } from "../sessions/devices.ts";
import type { Notice } from "../sign-in/sign-in-pages.ts";

const hiddenXsrf = (xsrf: string): Html => html`<input type="hidden" name="xsrf" value="${xsrf}">`;
const backToAccount = html`<div class="below"><p><a href="/account">Back to your account</a></p></div>`;

function currentPassword(error?: string | undefined): Html {
  return field({
    name: "current_password",
    label: "Your present password",
    type: "password",
    autocomplete: "current-password",
    error,
    maxLength: 256,
  });
}

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
${notice && banner(notice.kind, notice.text)}
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
<form method="post" action="/account/recovery-codes">${hiddenXsrf(xsrf)}${currentPassword()}
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
<input type="hidden" name="kind" value="${kind}">${currentPassword()}
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
<input type="text" name="username" value="${username}" autocomplete="username" hidden>
${currentPassword(errors.current_password)}
${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  error: errors.password,
  hint: `At least ${passwordMinLength} characters.`,
  maxLength: 256,
})}
<div class="actions"><button>Change the password</button></div>
</form>${backToAccount}`,
  });
}

export function setUpAppPage(content: {
  xsrf: string;
  secret: string;
  uri: string;
  qrCode: string;
  error?: string | undefined;
}): string {
  const { xsrf, secret, uri, qrCode, error } = content;
  return page({
    title: "Set up an authenticator app",
    homeUrl: "/account",
    body: html`<h1>Set up an authenticator app</h1>
<p class="lead">Scan the code with the app, then type the six digits that it shows.</p>
<p><img class="qr" src="${qrCode}" width="232" height="232" alt="QR code for the authenticator app"></p>
<p>On this phone? <a href="${uri}">Open it in the app</a>, or type the secret: <code>${secret.match(/.{1,4}/g)?.join(" ")}</code></p>
<form method="post" action="/account/app" novalidate>
${hiddenXsrf(xsrf)}
${field({
  name: "code",
  label: "Code of the app",
  autocomplete: "one-time-code",
  inputmode: "numeric",
  error,
  maxLength: 12,
  code: true,
})}
<div class="actions"><button>Set up the app</button></div>
</form>${backToAccount}`,
  });
}

export function setUpPhonePage(content: { xsrf: string; phone?: string; error?: string }): string {
  const { xsrf, phone, error } = content;
  return page({
    title: "Set up text messages",
    homeUrl: "/account",
    body: html`<h1>Set up text messages</h1>
<p class="lead">We send a code to this phone, now and whenever you sign in on a new device.</p>
<form method="post" action="/account/phone" novalidate>
${hiddenXsrf(xsrf)}
${field({
  name: "phone",
  label: "Phone number",
  value: phone,
  autocomplete: "tel",
  error,
  hint: "With its country code, such as +1 202 555 0123.",
  maxLength: 40,
  focus: true,
})}
<div class="actions"><button>Send the code</button></div>
</form>${backToAccount}`,
  });
}

export function confirmPhonePage(content: { xsrf: string; phone: string; error?: string }): string {
  const { xsrf, phone, error } = content;
  return page({
    title: "Confirm the phone",
    homeUrl: "/account",
    body: html`<h1>Confirm the phone</h1>
<p class="lead">We sent a six-digit code to <strong>${phone}</strong>.</p>
<form method="post" action="/account/phone/confirm" novalidate>
${hiddenXsrf(xsrf)}
${confirmationCodeField(error)}
<div class="actions"><button>Confirm</button></div>
</form>
<div class="below"><p><a href="/account/phone">Another number</a></p></div>`,
  });
}

export function recoveryCodesPage(content: { codes: string[] }): string {
  return page({
    title: "Recovery codes",
    homeUrl: "/account",
    body: html`<h1>Recovery codes</h1>
<p class="lead">Each lets you in once, should your phone be lost. Keep them where you keep other papers: they are not shown again.</p>
<ul class="codes">${content.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">I have kept them</a></div>`,
  });
}

export function devicesPage(content: { xsrf: string; devices: Device[]; next: string | undefined }): string {
  const { xsrf, devices, next } = content;
  return page({
    title: "Devices",
    homeUrl: "/account",
    wide: true,
    body: html`<h1>Devices</h1>
<p class="lead">Where your account was used. Forgetting a device signs it out.</p>
<ul class="devices">${devices.map(
      (device) => html`<li>
<div><strong>${device.name}</strong>${device.isThisOne && " (this one)"}<br>
<span class="hint">Last seen <time datetime="${device.lastSeenAt.toISOString()}">${dateOf(device.lastSeenAt)}</time>${device.remembered && ", remembered"}</span></div>
<form method="post" action="/account/devices/forget">${hiddenXsrf(xsrf)}<input type="hidden" name="device" value="${device.id}">
<button class="quiet">Forget</button></form></li>`,
    )}</ul>
${devices.length === 0 && html`<p>No device is known yet.</p>`}
${next && html`<p><a href="/account/devices?after=${next}">Older devices</a></p>`}
${backToAccount}`,
  });
}

export function deleteAccountPage(content: { xsrf: string; username: string; error?: string }): string {
  const { xsrf, username, error } = content;
  return page({
    title: "Delete the account",
    homeUrl: "/account",
    body: html`<h1>Delete the account</h1>
${banner("danger", `The account ${username} is gone at once and for good.`)}
<form method="post" action="/account/delete" novalidate>
${hiddenXsrf(xsrf)}
${currentPassword(error)}
<div class="actions"><button class="danger">Delete the account</button><a class="button quiet" href="/account">Keep it</a></div>
</form>`,
  });
}

function dateOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
