import { confirmationCodeField, field, hiddenXsrf } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { backToAccount } from "./back-to-account.ts";

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
