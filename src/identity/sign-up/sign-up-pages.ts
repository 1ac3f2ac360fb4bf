import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { Flow } from "../flow/flow.ts";
import {
  confirmationCodeField,
  emailField,
  hiddenField,
  keptPasswordField,
  newPasswordField,
  usernameField,
} from "../pages/fields.ts";
import { html, linkTo, markedText, strongName } from "../pages/html.ts";
import { formPage, type Notice, page } from "../pages/layout.ts";
import { waitForLinkScript } from "../pages/page-scripts.ts";
import type { Terms } from "../terms/terms.ts";
import { agreementField } from "../terms/terms-routes.ts";

export function signUpPage(
  { texts, url, homeUrl }: Flow,
  content: {
    terms: Terms | undefined;
    values: { username?: string; email?: string; termsVersion?: string | null };
    errors?: FieldErrors;
    /** The password was entered before and is stored. */
    isPasswordKept: boolean;
    notice?: Notice;
  },
): string {
  const { terms, values, errors = {}, isPasswordKept, notice } = content;
  const { t } = texts;
  const firstError = ["username", "email", "password", "terms"].find((name) => errors[name]);
  return formPage({
    texts,
    title: t("identity.signUp"),
    lead: t("identity.signUp.lead"),
    notice,
    homeUrl,
    action: `${url}/sign-up`,
    fields: html`${usernameField(texts, {
      value: values.username,
      error: errors.username,
      hint: t("identity.signUp.username.hint"),
      focus: !firstError,
    })}
${emailField(texts, { value: values.email, error: errors.email, hint: t("identity.signUp.email.hint") })}
${
  isPasswordKept
    ? keptPasswordField(texts)
    : newPasswordField(texts, errors.password, { label: t("identity.field.password") })
}
${terms && agreementField(texts, terms, { isTicked: values.termsVersion === terms.version, error: errors.terms })}`,
    submit: t("identity.signUp.submit"),
    below: html`<div class="below"><p>${markedText(texts, "identity.signUp.haveAccount", { link: linkTo(`${url}/sign-in`) })}</p></div>`,
  });
}

export function confirmSignUpPage(
  { texts, url, homeUrl }: Flow,
  { email, error, notice }: { email: string; error?: Saying; notice?: Notice },
): string {
  const { t } = texts;
  const resend = (words: string) => html`<button class="link">${words}</button>`;
  return formPage({
    texts,
    title: t("identity.confirm"),
    lead: markedText(texts, "identity.confirm.lead", { strong: strongName }, { email }),
    notice,
    homeUrl,
    action: `${url}/confirm`,
    fields: confirmationCodeField(texts, error),
    submit: t("identity.confirm.submit"),
    below: html`<div class="below">
<p>${markedText(texts, "identity.confirm.linkOpened", { link: linkTo(`${url}/confirm`) })}</p>
<form method="post" action="${url}/resend"><p>${markedText(texts, "identity.confirm.noMail", { button: resend })}</p></form>
<p><a href="${url}/sign-up">${t("identity.confirm.changeEmail")}</a></p>
</div>
${waitForLinkScript.tag}`,
  });
}

export function confirmLinkPage(content: { texts: Texts; homeUrl: string; token: string }): string {
  const { texts, homeUrl, token } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.confirm"),
    lead: t("identity.confirmLink.lead"),
    homeUrl,
    body: html`<form method="post" action="/signin/confirm-link">
${hiddenField("token", token)}
<div class="actions"><button>${t("identity.confirmLink.submit")}</button></div>
</form>
<div class="below"><p>${t("identity.confirmLink.notYou")}</p></div>`,
  });
}
