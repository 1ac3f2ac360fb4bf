import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { field } from "../pages/fields.ts";
import { type Html, html, linkTo, markedText, verbatim } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { qrCodeDataUrl, totpUri } from "./totp.ts";

/** Sets up an authenticator app, on the account page or during sign-in. */
export async function setUpAppPage(content: {
  texts: Texts;
  homeUrl: string;
  lead: string;
  username: string;
  secret: string;
  /** The form's target, and its fields besides the code. */
  action: string;
  hidden?: Html;
  error?: Saying | undefined;
  below?: Html;
}): Promise<string> {
  const { texts, homeUrl, lead, username, secret, action, hidden, error, below } = content;
  const { t } = texts;
  const uri = totpUri(secret, { issuer: "Cairn", username });
  const inFours = secret.match(/.{1,4}/g)?.join(" ") ?? "";
  const code = (words: string) => verbatim(html`<code>${words}</code>`);
  return page({
    texts,
    title: t("identity.setUpApp"),
    lead,
    homeUrl,
    body: html`<p><img class="qr" src="${await qrCodeDataUrl(uri)}" width="232" height="232" alt="${t("identity.setUpApp.qrCode")}"></p>
<p>${markedText(texts, "identity.setUpApp.onThisPhone", { link: linkTo(uri), secret: code }, { secret: inFours })}</p>
<form method="post" action="${action}" novalidate>
${hidden}
${field(texts, {
  name: "code",
  label: t("identity.setUpApp.code"),
  autocomplete: "one-time-code",
  inputmode: "numeric",
  error,
  maxLength: 12,
  code: true,
})}
<div class="actions"><button>${t("identity.setUpApp.submit")}</button></div>
</form>${below}`,
  });
}

/** Shows new recovery codes once; `next` is the way to continue. */
export function recoveryCodesPage(content: { texts: Texts; homeUrl: string; codes: string[]; next: Html }): string {
  const { texts, homeUrl, codes, next } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.recoveryCodes"),
    lead: t("identity.recoveryCodes.lead"),
    homeUrl,
    body: html`<ul class="codes" translate="no">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions">${next}</div>`,
  });
}
