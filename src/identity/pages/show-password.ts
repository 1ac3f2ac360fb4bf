import { type Html, html } from "./html.ts";
import { pageScript } from "./page-script.ts";

/**
 * Activates the buttons, which are hidden without scripts. Restores the password type before submitting, so that
 * browsers store the value as a password and not as a suggestion.
 */
export const showPasswordScript = pageScript(
  "show-password",
  `for (const button of document.querySelectorAll("button.show-password")) {
  const input = button.previousElementSibling;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => show(input.type === "password"));
  input.form.addEventListener("submit", () => show(false));
  addEventListener("pagehide", () => show(false));
  button.hidden = false;
}
`,
);

const eye = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="m4 4 16 16"/></svg>`;

/** Must directly follow the password input. */
export function showPasswordButton(label: string): Html {
  return html`<button type="button" class="show-password" title="${label}" aria-pressed="false" hidden><span>${label}</span>${eye}</button>`;
}
