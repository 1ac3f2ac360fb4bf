import type { FieldErrors } from "../accounts/account-rules.ts";
import { confirmationCodeField, field, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { waitForLink } from "./wait-for-link.ts";

export function signUpPage(content: {
  flowUrl: string;
  homeUrl: string;
  values?: { username?: string; email?: string };
  errors?: FieldErrors;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, values = {}, errors = {}, notice } = content;
  const firstError = ["username", "email", "password"].find((name) => errors[name]);
  return page({
    title: "Sign up",
    homeUrl,
    body: html`<h1>Sign up</h1>
<p class="lead">Join quests, photograph, measure, and help the science along.</p>
${banner(notice)}
<form method="post" action="${flowUrl}/sign-up" novalidate>
${field({
  name: "username",
  label: "Username",
  value: values.username,
  autocomplete: "username",
  error: errors.username,
  hint: "3 to 40 letters, digits, dots, underscores or hyphens. Others see it.",
  maxLength: 40,
  focus: !firstError,
})}
${field({
  name: "email",
  label: "E-mail",
  type: "email",
  inputmode: "email",
  value: values.email,
  autocomplete: "email",
  error: errors.email,
  hint: "We send a confirmation code there.",
  maxLength: 254,
})}
${newPasswordField(errors.password, { label: "Password" })}
<div class="actions"><button>Create account</button></div>
</form>
<div class="below"><p>Have an account? <a href="${flowUrl}/sign-in">Sign in</a></p></div>`,
  });
}

export function confirmSignUpPage(content: {
  flowUrl: string;
  homeUrl: string;
  email: string;
  error?: string | undefined;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, email, error, notice } = content;
  return page({
    title: "Confirm your e-mail",
    homeUrl,
    body: html`<h1>Confirm your e-mail</h1>
<p class="lead">We sent a six-digit code to <strong>${email}</strong>. It works for 15 minutes.</p>
${banner(notice)}
<form method="post" action="${flowUrl}/confirm" novalidate>
${confirmationCodeField(error)}
<div class="actions"><button>Confirm</button></div>
</form>
<div class="below">
<p>Opened the link in the mail? <a href="${flowUrl}/confirm">Go on</a></p>
<form method="post" action="${flowUrl}/resend"><p>No mail? Look into the spam folder, or <button class="link">send a new code</button>.</p></form>
<p><a href="${flowUrl}/sign-up">Change the e-mail address</a></p>
</div>
${waitForLink}`,
  });
}

export function confirmLinkPage(content: { homeUrl: string; token: string }): string {
  return page({
    title: "Confirm your e-mail",
    homeUrl: content.homeUrl,
    body: html`<h1>Confirm your e-mail</h1>
<p class="lead">Did you sign up for Cairn with this e-mail address?</p>
<form method="post" action="/signin/confirm-link">
<input type="hidden" name="token" value="${content.token}">
<div class="actions"><button>Yes, confirm it</button></div>
</form>
<div class="below"><p>If it was not you, close this page: nothing happens.</p></div>`,
  });
}
