import { passwordMaxLength, passwordMinLength } from "../accounts/account-rules.ts";
import { type Html, html } from "./html.ts";
import { warning } from "./layout.ts";

export type FieldContent = {
  name: string;
  label: string;
  type?: "text" | "password" | "email";
  value?: string | undefined;
  autocomplete: string;
  error?: string | undefined;
  hint?: string;
  inputmode?: "numeric" | "email";
  maxLength?: number;
  code?: boolean;
  focus?: boolean;
};

/** A labelled input, its error tied to it. */
export function field(content: FieldContent): Html {
  const { name, label, type = "text", value, autocomplete, error, hint, inputmode, maxLength, code, focus } = content;
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  const names = name === "username" || type === "email";
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value && html` value="${value}"`}${
    inputmode && html` inputmode="${inputmode}"`
  }${maxLength && html` maxlength="${maxLength}"`}${names && html` autocapitalize="none" spellcheck="false"`}${
    code && html` class="code"`
  }${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${
    (focus || error) && html` autofocus`
  }>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error">${warning}${error}</p>`}
</div>`;
}

/** Where the code that was sent is typed in. */
export function confirmationCodeField(error: string | undefined, { focus = true } = {}): Html {
  return field({
    name: "code",
    label: "Confirmation code",
    autocomplete: "one-time-code",
    inputmode: "numeric",
    error,
    maxLength: 12,
    code: true,
    focus,
  });
}

/** Where a new password is typed in. */
export function newPasswordField(
  error: string | undefined,
  { label = "New password", focus = false }: { label?: string; focus?: boolean } = {},
): Html {
  return field({
    name: "password",
    label,
    type: "password",
    autocomplete: "new-password",
    error,
    hint: `At least ${passwordMinLength} characters.`,
    maxLength: passwordMaxLength,
    focus,
  });
}

/** Asks for the password before a change that a thief with an unlocked phone must not make. */
export function currentPasswordField(error?: string | undefined): Html {
  return field({
    name: "current_password",
    label: "Your present password",
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

/** The secret of the session, which no other site knows. */
export function hiddenXsrf(xsrf: string): Html {
  return html`<input type="hidden" name="xsrf" value="${xsrf}">`;
}
