import { field } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import type { FactorKind, FactorMethod } from "../second-factors/second-factors.ts";

const leadOf: Record<FactorMethod, string> = {
  software_token: "Type the six digits that your authenticator app shows.",
  text_message: "Type the code that we sent to your phone.",
  recovery_code: "Type one of your recovery codes. It works once.",
};

const linkOf: Record<FactorMethod, string> = {
  software_token: "Use the authenticator app",
  text_message: "Get a text message",
  recovery_code: "Use a recovery code",
};

export function factorPage(content: {
  flowUrl: string;
  homeUrl: string;
  method: FactorMethod;
  kinds: FactorKind[];
  error?: string;
  notice?: Notice;
}): string {
  const { flowUrl, homeUrl, method, kinds, error, notice } = content;
  const others = [...kinds, "recovery_code" as const].filter((kind) => kind !== method);
  return page({
    title: "Second step",
    homeUrl,
    body: html`<h1>Second step</h1>
<p class="lead">${leadOf[method]}</p>
${banner(notice)}
${
  method === "text_message" &&
  html`<form method="post" action="${flowUrl}/factor/text"><p><button class="quiet">Send the code</button></p></form>`
}
<form method="post" action="${flowUrl}/factor" novalidate>
<input type="hidden" name="method" value="${method}">
${field({
  name: "code",
  label: method === "recovery_code" ? "Recovery code" : "Code",
  autocomplete: method === "recovery_code" ? "off" : "one-time-code",
  ...(method !== "recovery_code" && { inputmode: "numeric", code: true }),
  error,
  maxLength: 20,
  focus: true,
})}
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes"><label for="remember">Remember this device for a year</label></div>
<div class="actions"><button>Continue</button></div>
</form>
<div class="below">${others.map((other) => html`<p><a href="${flowUrl}/factor?method=${other}">${linkOf[other]}</a></p>`)}</div>`,
  });
}
