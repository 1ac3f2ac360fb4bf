import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { passwordMaxLength, passwordMinLength } from "../accounts/password-strength.ts";
import { type Html, html, sayWithNames } from "./html.ts";
import { check, warning } from "./layout.ts";

type FieldContent = {
  name: string;
  label: string;
  type?: "text" | "password" | "email";
  value?: string | undefined;
  autocomplete: string;
  error?: Saying | undefined;
  hint?: string;
  inputmode?: "numeric" | "email" | "tel";
  maxLength?: number;
  code?: boolean;
  focus?: boolean;
};

const eye = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="m4 4 16 16"/></svg>`;

/** Must directly follow the password input. */
function showPasswordButton(label: string): Html {
  return html`<button type="button" class="show-password" title="${label}" aria-pressed="false" hidden><span>${label}</span>${eye}</button>`;
}

/** A labelled input with its error. */
export function field(texts: Texts, content: FieldContent): Html {
  const { name, label, type = "text", value, autocomplete, error, hint, inputmode, maxLength, code, focus } = content;
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  // All but a person's own name: usernames, addresses, codes.
  const isVerbatim = autocomplete !== "name";
  const input = html`<input id="${name}" name="${name}" type="${type}" dir="auto" autocomplete="${autocomplete}"${
    value && type !== "password" && html` value="${value}"`
  }${inputmode && html` inputmode="${inputmode}"`}${maxLength && html` maxlength="${maxLength}"`}${
    isVerbatim && html` autocapitalize="none" autocorrect="off" spellcheck="false"`
  }${code && html` class="code"`}${described && html` aria-describedby="${described}"`}${
    error && html` aria-invalid="true"`
  }${(focus || error) && html` autofocus`}>`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${
  type === "password"
    ? html`<div class="password">${input}${showPasswordButton(texts.t("identity.field.showPassword"))}</div>`
    : input
}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error">${warning}${sayWithNames(texts, error)}</p>`}
</div>`;
}

/** The username of a new account. */
export function usernameField(texts: Texts, content: Partial<FieldContent>): Html {
  return field(texts, {
    name: "username",
    label: texts.t("identity.field.username"),
    autocomplete: "username",
    maxLength: 40,
    ...content,
  });
}

/** The email address of a new account. */
export function emailField(texts: Texts, content: Partial<FieldContent>): Html {
  return field(texts, {
    name: "email",
    label: texts.t("identity.field.email"),
    type: "email",
    inputmode: "email",
    autocomplete: "email",
    maxLength: 254,
    ...content,
  });
}

/** Input for a code that was sent. */
export function confirmationCodeField(texts: Texts, error: Saying | undefined, { focus = true } = {}): Html {
  return field(texts, {
    name: "code",
    label: texts.t("identity.field.confirmationCode"),
    autocomplete: "one-time-code",
    inputmode: "numeric",
    error,
    maxLength: 12,
    code: true,
    focus,
  });
}

export function newPasswordField(
  texts: Texts,
  error: Saying | undefined,
  { label = texts.t("identity.field.newPassword"), focus = false }: { label?: string; focus?: boolean } = {},
): Html {
  return field(texts, {
    name: "password",
    label,
    type: "password",
    autocomplete: "new-password",
    error,
    hint: texts.t("identity.field.newPassword.hint", { min: passwordMinLength }),
    maxLength: passwordMaxLength,
    focus,
  });
}

/** Replaces the field for a new password: the typed one is kept and can be changed. */
export function keptPasswordField(texts: Texts): Html {
  const { t } = texts;
  return html`<div class="field kept">
${hiddenField("keep_password", "yes")}
<p><b>${t("identity.field.password")}</b> <span>${check}${t("identity.field.passwordKept")}</span></p>
<details><summary>${t("identity.field.passwordKept.change")}</summary>
${newPasswordField(texts, undefined)}
</details>
</div>`;
}

/** Asks for the password before a sensitive change, in case someone else has the unlocked phone. */
export function currentPasswordField(texts: Texts, error?: Saying | undefined): Html {
  return field(texts, {
    name: "current_password",
    label: texts.t("identity.field.currentPassword"),
    type: "password",
    autocomplete: "current-password",
    error,
    maxLength: passwordMaxLength,
  });
}

/** Tells password managers whose password the form sets. */
export function hiddenUsername(username: string): Html {
  return html`<input type="text" name="username" value="${username}" autocomplete="username" hidden>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** The session's XSRF token. */
export const hiddenXsrf = (xsrf: string): Html => hiddenField("xsrf", xsrf);
