import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import { field } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import { linkTo, markedText } from "../pages/marked-text.ts";

export function signInPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  username?: string | undefined;
  errors?: FieldErrors;
  notice?: Notice;
}): string {
  const { texts, flowUrl, homeUrl, username, errors = {}, notice } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.signIn"),
    homeUrl,
    body: html`<h1>${t("identity.signIn")}</h1>
<p class="lead">${t("identity.signIn.lead")}</p>
${banner(texts, notice)}
<form method="post" action="${flowUrl}/sign-in" novalidate>
${field(texts, {
  name: "username",
  label: t("identity.field.usernameOrEmail"),
  value: username,
  autocomplete: "username",
  error: errors.username,
  maxLength: 254,
  focus: !username && !errors.password,
})}
${field(texts, {
  name: "password",
  label: t("identity.field.password"),
  type: "password",
  autocomplete: "current-password",
  error: errors.password,
  maxLength: 256,
  focus: Boolean(username) && !errors.username,
})}
<div class="actions"><button>${t("identity.signIn")}</button></div>
</form>
<div class="below"><p><a href="${flowUrl}/forgot-password">${t("identity.signIn.forgotten")}</a></p>
<p>${markedText(texts, "identity.signIn.newHere", { link: linkTo(`${flowUrl}/sign-up`) })}</p></div>`,
  });
}
