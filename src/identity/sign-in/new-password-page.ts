import { hiddenUsername, newPasswordField } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

export function newPasswordPage(content: {
  flowUrl: string;
  homeUrl: string;
  username: string;
  error?: string | undefined;
}): string {
  const { flowUrl, homeUrl, username, error } = content;
  return page({
    title: "Choose a new password",
    homeUrl,
    body: html`<h1>Choose a new password</h1>
<p class="lead">Your password has to be replaced before you go on.</p>
<form method="post" action="${flowUrl}/new-password" novalidate>
${hiddenUsername(username)}
${newPasswordField(error, { focus: true })}
<div class="actions"><button>Save and continue</button></div>
</form>`,
  });
}
