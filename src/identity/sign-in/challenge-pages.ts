import { type FieldErrors, passwordMinLength } from "../accounts/account-rules.ts";
import { html } from "../pages/html.ts";
import { banner, confirmationCodeField, field, page } from "../pages/layout.ts";
import type { FactorKind, FactorMethod } from "../second-factors/second-factors.ts";
import type { Notice } from "./sign-in-pages.ts";

const leadOf: Record<FactorMethod, string> = {
  software_token: "Type the six digits that your authenticator app shows.",
  text_message: "Type the code that we sent to your phone.",
  recovery_code: "Type one of your recovery codes. It works once.",
};

const linkOf: Record<FactorMethod, string> = {
  software_token: "Use the authenticator app",
  text_message: "Get a text message",
  recovery_code: "Use a recovery code",
};

export function factorPage(content: {
  flowUrl: string;
  homeUrl: string;
  method: FactorMethod;
  kinds: FactorKind[];
  error?: string;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, method, kinds, error, notice } = content;
  const others = [...kinds, "recovery_code" as const].filter((kind) => kind !== method);
  return page({
    title: "Second step",
    homeUrl,
    body: html`<h1>Second step</h1>
<p class="lead">${leadOf[method]}</p>
${notice && banner(notice.kind, notice.text)}
${
  method === "text_message" &&
  html`<form method="post" action="${flowUrl}/factor/text"><p><button class="quiet">Send the code</button></p></form>`
}
<form method="post" action="${flowUrl}/factor" novalidate>
<input type="hidden" name="method" value="${method}">
${field({
  name: "code",
  label: method === "recovery_code" ? "Recovery code" : "Code",
  autocomplete: method === "recovery_code" ? "off" : "one-time-code",
  ...(method !== "recovery_code" && { inputmode: "numeric", code: true }),
  error,
  maxLength: 20,
  focus: true,
})}
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes"><label for="remember">Remember this device for a year</label></div>
<div class="actions"><button>Continue</button></div>
</form>
<div class="below">${others.map((other) => html`<p><a href="${flowUrl}/factor?method=${other}">${linkOf[other]}</a></p>`)}</div>`,
  });
}

export function newPasswordPage(content: {
  flowUrl: string;
  homeUrl: string;
  username: string;
  error?: string | undefined;
}): string {
  const { flowUrl, homeUrl, username, error } = content;
  return page({
    title: "Choose a new password",
    homeUrl,
    body: html`<h1>Choose a new password</h1>
<p class="lead">Your password has to be replaced before you go on.</p>
<form method="post" action="${flowUrl}/new-password" novalidate>
<input type="text" name="username" value="${username}" autocomplete="username" hidden>
${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  error,
  hint: `At least ${passwordMinLength} characters.`,
  maxLength: 256,
  focus: true,
})}
<div class="actions"><button>Save and continue</button></div>
</form>`,
  });
}

export function forgotPasswordPage(content: {
  flowUrl: string;
  homeUrl: string;
  username?: string;
  error?: string;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, username, error, notice } = content;
  return page({
    title: "Forgotten password",
    homeUrl,
    body: html`<h1>Forgotten password</h1>
<p class="lead">We send a code to the e-mail address of your account.</p>
${notice && banner(notice.kind, notice.text)}
<form method="post" action="${flowUrl}/forgot-password" novalidate>
${field({ name: "username", label: "Username or e-mail", value: username, autocomplete: "username", error, maxLength: 254, focus: true })}
<div class="actions"><button>Send the code</button></div>
</form>
<div class="below"><p><a href="${flowUrl}/sign-in">Back to sign-in</a></p></div>`,
  });
}

export function resetPasswordPage(content: { flowUrl: string; homeUrl: string; errors?: FieldErrors }): string {
  const { flowUrl, homeUrl, errors = {} } = content;
  return page({
    title: "Choose a new password",
    homeUrl,
    body: html`<h1>Choose a new password</h1>
<p class="lead">If the account exists, a six-digit code is in its mailbox now. It works for 15 minutes.</p>
<form method="post" action="${flowUrl}/reset-password" novalidate>
${confirmationCodeField(errors.code, { focus: !errors.password })}
${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  error: errors.password,
  hint: `At least ${passwordMinLength} characters.`,
  maxLength: 256,
})}
<div class="actions"><button>Save and sign in</button></div>
</form>
<div class="below"><p>No mail? <a href="${flowUrl}/forgot-password">Send a new code</a></p></div>`,
  });
}
