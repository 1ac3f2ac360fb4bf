import type { FieldErrors } from "../accounts/account-rules.ts";
import { confirmationCodeField, field, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";

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
${banner(notice)}
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
${newPasswordField(errors.password)}
<div class="actions"><button>Save and sign in</button></div>
</form>
<div class="below"><p>No mail? <a href="${flowUrl}/forgot-password">Send a new code</a></p></div>`,
  });
}
