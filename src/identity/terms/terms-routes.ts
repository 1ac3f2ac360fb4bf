import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Flow } from "../flow/flow.ts";
import { assetRoutes } from "../pages/asset-routes.ts";
import { sendPage } from "../pages/form.ts";
import { type Html, html, markedText } from "../pages/html.ts";
import { formPage, page, warning } from "../pages/layout.ts";
import { setSecurityHeaders } from "../pages/security-headers.ts";
import type { Terms } from "./terms.ts";

/** `/terms`, if the installation has any. */
export function termsRoutes(app: FastifyInstance, { terms, homeUrl }: { terms: Terms; homeUrl: string }): void {
  app.get("/terms", async (request, reply) =>
    sendPage(reply, termsPage({ texts: textsForRequest(request), homeUrl, terms })),
  );
}

/** The same page, for installations with another sign-in provider. */
export function termsPlugin({ terms, publicUrl }: { terms: Terms; publicUrl: string }): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => setSecurityHeaders(reply.raw, publicUrl));
    assetRoutes(app);
    termsRoutes(app, { terms, homeUrl: `${publicUrl}/` });
  };
}

/** The public page with terms and photo licence. */
function termsPage({ texts, homeUrl, terms }: { texts: Texts; homeUrl: string; terms: Terms }): string {
  const { t } = texts;
  const { text, photoLicence, version } = terms;
  return page({
    texts,
    title: t("identity.terms"),
    homeUrl,
    wide: true,
    body: html`${text && html`<div class="prose">${text}</div>`}
${
  photoLicence &&
  html`<h2>${t("identity.terms.licence")}</h2>
<p>${markedText(texts, "identity.terms.licence.text", { link: licenceLink(photoLicence.address) }, { licence: photoLicence.name })}</p>`
}
<p class="hint">${t("identity.terms.version", { version: version.slice(0, 12) })}</p>
<div class="below"><p><a href="${homeUrl}">${t("identity.backToCairn")}</a></p></div>`,
  });
}

/** The sign-in step for people who haven't agreed to these terms. */
export function agreeToTermsPage({ texts, url, homeUrl }: Flow, terms: Terms, error?: Saying): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.terms.due"),
    lead: t("identity.terms.due.lead"),
    homeUrl,
    action: `${url}/terms`,
    fields: agreementField(texts, terms, { isTicked: false, error }),
    submit: t("identity.terms.due.submit"),
    beside: html`<a class="button quiet" href="${homeUrl}">${t("identity.terms.due.leave")}</a>`,
  });
}

/** The checkbox for agreeing; its value is the version shown. */
export function agreementField(
  texts: Texts,
  { version, text, photoLicence }: Terms,
  { isTicked, error }: { isTicked: boolean; error: Saying | undefined },
): Html {
  const sentences = [
    text && markedText(texts, "identity.terms.agree", { link: termsLink }),
    photoLicence &&
      markedText(
        texts,
        "identity.terms.agree.licence",
        { link: licenceLink(photoLicence.address) },
        { licence: photoLicence.name },
      ),
  ];
  return html`<div class="field">
<div class="check agreement"><input type="checkbox" id="terms" name="terms" value="${version}" required${isTicked && html` checked`}${
    error && html` aria-invalid="true" aria-describedby="terms-error" autofocus`
  }><label for="terms">${sentences.map((sentence) => sentence && html`${sentence} `)}</label></div>
${error && html`<p class="error" id="terms-error">${warning}${texts.say(error)}</p>`}
</div>`;
}

// Opens in a new tab, so that typed input stays.
const termsLink = (words: string): Html => html`<a href="/terms" target="_blank">${words}</a>`;
const licenceLink =
  (address: string) =>
  (words: string): Html =>
    html`<a href="${address}" target="_blank" rel="noreferrer license">${words}</a>`;
