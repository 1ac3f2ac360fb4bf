import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { field } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { banner, type Notice, page } from "../pages/layout.ts";
import type { FactorKind, FactorMethod } from "../second-factors/second-factors.ts";

export function factorPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  method: FactorMethod;
  kinds: FactorKind[];
  error?: Saying;
  notice?: Notice;
}): string {
  const { texts, flowUrl, homeUrl, method, kinds, error, notice } = content;
  const { t } = texts;
  const others = [...kinds, "recovery_code" as const].filter((kind) => kind !== method);
  return page({
    texts,
    title: t("identity.factor"),
    homeUrl,
    body: html`<h1>${t("identity.factor")}</h1>
<p class="lead">${t(`identity.factor.lead.${method}`)}</p>
${banner(texts, notice)}
${
  method === "text_message" &&
  html`<form method="post" action="${flowUrl}/factor/text"><p><button class="quiet">${t("identity.factor.sendCode")}</button></p></form>`
}
<form method="post" action="${flowUrl}/factor" novalidate>
<input type="hidden" name="method" value="${method}">
${field(texts, {
  name: "code",
  label: method === "recovery_code" ? t("identity.factor.recoveryCode") : t("identity.factor.code"),
  autocomplete: method === "recovery_code" ? "off" : "one-time-code",
  ...(method !== "recovery_code" && { inputmode: "numeric", code: true }),
  error,
  maxLength: 20,
  focus: true,
})}
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes"><label for="remember">${t("identity.factor.remember")}</label></div>
<div class="actions"><button>${t("identity.factor.submit")}</button></div>
</form>
<div class="below">${others.map((other) => html`<p><a href="${flowUrl}/factor?method=${other}">${t(`identity.factor.use.${other}`)}</a></p>`)}</div>`,
  });
}
