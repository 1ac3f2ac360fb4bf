import type { FieldErrors } from "../accounts/account-rules.ts";
import { field } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";

export function signInPage(content: {
  flowUrl: string;
  homeUrl: string;
  username?: string | undefined;
  errors?: FieldErrors;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, username, errors = {}, notice } = content;
  return page({
    title: "Sign in",
    homeUrl,
    body: html`<h1>Sign in</h1>
<p class="lead">Welcome back. Your quests are waiting.</p>
${banner(notice)}
<form method="post" action="${flowUrl}/sign-in" novalidate>
${field({
  name: "username",
  label: "Username or e-mail",
  value: username,
  autocomplete: "username",
  error: errors.username,
  maxLength: 254,
  focus: !username && !errors.password,
})}
${field({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "current-password",
  error: errors.password,
  maxLength: 256,
  focus: Boolean(username) && !errors.username,
})}
<div class="actions"><button>Sign in</button></div>
</form>
<div class="below"><p><a href="${flowUrl}/forgot-password">Forgotten password?</a></p>
<p>New here? <a href="${flowUrl}/sign-up">Create an account</a></p></div>`,
  });
}
