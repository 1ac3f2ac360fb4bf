import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { field, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

export function firstAdministratorPage(content: {
  texts: Texts;
  homeUrl: string;
  token: string;
  values?: { username?: string; email?: string };
  errors?: FieldErrors;
}): string {
  const { texts, homeUrl, token, values = {}, errors = {} } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.firstAdministrator"),
    homeUrl,
    body: html`<h1>${t("identity.firstAdministrator")}</h1>
<p class="lead">${t("identity.firstAdministrator.lead")}</p>
<form method="post" action="/signin/first-administrator" novalidate>
<input type="hidden" name="token" value="${token}">
${field(texts, {
  name: "username",
  label: t("identity.field.username"),
  value: values.username,
  autocomplete: "username",
  error: errors.username,
  maxLength: 40,
  focus: true,
})}
${field(texts, {
  name: "email",
  label: t("identity.field.email"),
  type: "email",
  inputmode: "email",
  value: values.email,
  autocomplete: "email",
  error: errors.email,
  maxLength: 254,
})}
${newPasswordField(texts, errors.password, { label: t("identity.field.password") })}
<div class="actions"><button>${t("identity.firstAdministrator.submit")}</button></div>
</form>`,
  });
}
