import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

export function signOutPage(content: {
  homeUrl: string;
  username: string;
  xsrf: string;
  hidden: Record<string, string>;
}): string {
  const { homeUrl, username, xsrf, hidden } = content;
  return page({
    title: "Sign out",
    homeUrl,
    body: html`<h1>Sign out?</h1>
<p class="lead">You are signed in as <strong>${username}</strong>.</p>
<form method="post" action="/logout">
<input type="hidden" name="xsrf" value="${xsrf}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions"><button>Sign out</button><a class="button quiet" href="${homeUrl}">Stay signed in</a></div>
</form>`,
  });
}
