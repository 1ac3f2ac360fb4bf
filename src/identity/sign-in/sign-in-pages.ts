import { createHash } from "node:crypto";
import { type FieldErrors, passwordMinLength } from "../accounts/account-rules.ts";
import { Html, html } from "../pages/html.ts";
import { banner, confirmationCodeField, field, page } from "../pages/layout.ts";

/** A notice above the form. */
export type Notice = { kind: "danger" | "ok" | "info"; text: string } | undefined;

const shown = (notice: Notice): Html | undefined => notice && banner(notice.kind, notice.text);

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
${shown(notice)}
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

export function signUpPage(content: {
  flowUrl: string;
  homeUrl: string;
  values?: { username?: string; email?: string };
  errors?: FieldErrors;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, values = {}, errors = {}, notice } = content;
  const firstError = ["username", "email", "password"].find((name) => errors[name]);
  return page({
    title: "Sign up",
    homeUrl,
    body: html`<h1>Sign up</h1>
<p class="lead">Join quests, photograph, measure, and help the science along.</p>
${shown(notice)}
<form method="post" action="${flowUrl}/sign-up" novalidate>
${field({
  name: "username",
  label: "Username",
  value: values.username,
  autocomplete: "username",
  error: errors.username,
  hint: "3 to 40 letters, digits, dots, underscores or hyphens. Others see it.",
  maxLength: 40,
  focus: !firstError,
})}
${field({
  name: "email",
  label: "E-mail",
  type: "email",
  inputmode: "email",
  value: values.email,
  autocomplete: "email",
  error: errors.email,
  hint: "We send a confirmation code there.",
  maxLength: 254,
})}
${field({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  error: errors.password,
  hint: `At least ${passwordMinLength} characters.`,
  maxLength: 256,
})}
<div class="actions"><button>Create account</button></div>
</form>
<div class="below"><p>Have an account? <a href="${flowUrl}/sign-in">Sign in</a></p></div>`,
  });
}

const pollEveryMs = 5_000;
const pollForMs = 180_000;

/** Goes on by itself once the link of the mail was opened, wherever that was. What is typed meanwhile stays. */
const waitScript = `(() => {
  let asks = 0;
  const timer = setInterval(async () => {
    if (++asks >= ${pollForMs / pollEveryMs}) clearInterval(timer);
    try {
      const answer = await fetch(location.pathname.replace(/\\/[a-z]+$/, "/confirmed"));
      if (answer.ok && (await answer.json()).confirmed) {
        clearInterval(timer);
        location.replace(location.pathname.replace(/\\/[a-z]+$/, "/confirm"));
      }
    } catch {}
  }, ${pollEveryMs});
})();`;
const waitForLink = new Html(`<script>${waitScript}</script>`);

/** For the content security policy of the page that waits. */
export const waitScriptDigest = `'sha256-${createHash("sha256").update(waitScript).digest("base64")}'`;

export function confirmSignUpPage(content: {
  flowUrl: string;
  homeUrl: string;
  email: string;
  error?: string | undefined;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, email, error, notice } = content;
  return page({
    title: "Confirm your e-mail",
    homeUrl,
    body: html`<h1>Confirm your e-mail</h1>
<p class="lead">We sent a six-digit code to <strong>${email}</strong>. It works for 15 minutes.</p>
${shown(notice)}
<form method="post" action="${flowUrl}/confirm" novalidate>
${confirmationCodeField(error)}
<div class="actions"><button>Confirm</button></div>
</form>
<div class="below">
<p>Opened the link in the mail? <a href="${flowUrl}/confirm">Go on</a></p>
<form method="post" action="${flowUrl}/resend"><p>No mail? Look into the spam folder, or <button class="link">send a new code</button>.</p></form>
<p><a href="${flowUrl}/sign-up">Change the e-mail address</a></p>
</div>
${waitForLink}`,
  });
}

export function messagePage(content: {
  title: string;
  text: string;
  homeUrl: string;
  action?: { label: string; href: string };
  kind?: "danger" | "ok" | "info";
}): string {
  const { title, text, homeUrl, action = { label: "Go to Cairn", href: homeUrl }, kind } = content;
  return page({
    title,
    homeUrl,
    body: html`<h1>${title}</h1>
${kind ? banner(kind, text) : html`<p class="lead">${text}</p>`}
<div class="actions"><a class="button" href="${action.href}">${action.label}</a></div>`,
  });
}

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
${field({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  error: errors.password,
  hint: `At least ${passwordMinLength} characters.`,
  maxLength: 256,
})}
<div class="actions"><button>Create the account</button></div>
</form>`,
  });
}

/** For an address whose flow ran out, was finished, or belongs to another browser. */
export function flowGonePage(content: { homeUrl: string }): string {
  return messagePage({
    title: "Please start again",
    text: "This sign-in has run out, or was started in another browser.",
    homeUrl: content.homeUrl,
    action: { label: "Back to Cairn", href: content.homeUrl },
  });
}

export function confirmLinkPage(content: { homeUrl: string; token: string }): string {
  return page({
    title: "Confirm your e-mail",
    homeUrl: content.homeUrl,
    body: html`<h1>Confirm your e-mail</h1>
<p class="lead">Did you sign up for Cairn with this e-mail address?</p>
<form method="post" action="/signin/confirm-link">
<input type="hidden" name="token" value="${content.token}">
<div class="actions"><button>Yes, confirm it</button></div>
</form>
<div class="below"><p>If it was not you, close this page: nothing happens.</p></div>`,
  });
}
