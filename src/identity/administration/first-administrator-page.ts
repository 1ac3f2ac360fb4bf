import type { FieldErrors } from "../accounts/account-rules.ts";
import { field, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

export function firstAdministratorPage(content: {
  homeUrl: string;
  token: string;
  values?: { username?: string; email?: string };
  errors?: FieldErrors;
}): string {
  const { homeUrl, token, values = {}, errors = {} } = content;
  return page({
    title: "The first administrator",
    homeUrl,
    body: html`<h1>The first administrator</h1>
<p class="lead">This account manages quests, samples and accounts.</p>
<form method="post" action="/signin/first-administrator" novalidate>
<input type="hidden" name="token" value="${token}">
${field({ name: "username", label: "Username", value: values.username, autocomplete: "username", error: errors.username, maxLength: 40, focus: true })}
${field({ name: "email", label: "E-mail", type: "email", inputmode: "email", value: values.email, autocomplete: "email", error: errors.email, maxLength: 254 })}
${newPasswordField(errors.password, { label: "Password" })}
<div class="actions"><button>Create the account</button></div>
</form>`,
  });
}
