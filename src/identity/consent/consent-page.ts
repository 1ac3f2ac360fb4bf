import type { Texts } from "../../texts/texts-of.ts";
import { isClientScope, isOwnDevice } from "../clients/client-rules.ts";
import type { Client } from "../clients/clients.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { markedText, strong } from "../pages/marked-text.ts";

/** What a further client will be told and may do, before it is. */
export function consentPage(content: {
  texts: Texts;
  flowUrl: string;
  homeUrl: string;
  client: Client;
  username: string;
  scopes: string[];
  returnAddress: string;
}): string {
  const { texts, flowUrl, homeUrl, client, username, scopes, returnAddress } = content;
  const { t } = texts;
  const given = ["openid" as const, ...scopes.filter(isClientScope)];
  return page({
    texts,
    title: t("identity.consent", { client: client.name }),
    homeUrl,
    body: html`<h1>${t("identity.consent", { client: client.name })}</h1>
<p class="lead">${t("identity.consent.lead", { client: client.name })}</p>
<ul>${given.map((scope) => html`<li>${t(`identity.consent.${scope}`)}</li>`)}</ul>
${isOwnDevice(returnAddress) && html`<p>${t("identity.consent.ownDevice")}</p>`}
<p class="hint">${markedText(texts, "identity.consent.as", { strong }, { username })}
${t("identity.consent.returns", { address: addressShown(returnAddress) })}</p>
<form method="post" action="${flowUrl}/consent">
<div class="actions"><button name="answer" value="allow">${t("identity.consent.allow")}</button>
<button class="quiet" name="answer" value="refuse">${t("identity.consent.refuse")}</button></div>
</form>`,
  });
}

/** The part of an address that says whose it is. */
function addressShown(address: string): string {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : protocol;
}
