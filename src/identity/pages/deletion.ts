import type { FastifyRequest } from "fastify";
import type { Texts } from "../../texts/texts-of.ts";
import { formText } from "./form.ts";
import { type Html, html } from "./html.ts";

const choice = "delete-unaccepted";

/** What the deletion of an account means for what its owner gave, and the choice that there is. */
export function deletionTerms({ t }: Texts): Html {
  return html`<ul>
<li>${t("identity.deletion.account")}</li>
<li>${t("identity.deletion.accepted")}</li>
<li>${t("identity.deletion.photos")}</li>
<li>${t("identity.deletion.messages")}</li>
<li>${t("identity.deletion.kept")}</li>
</ul>`;
}

export function unacceptedChoice({ t }: Texts): Html {
  return html`<div class="check"><input type="checkbox" id="${choice}" name="${choice}" value="yes" checked><label for="${choice}">${t("identity.deletion.unaccepted")}</label></div>`;
}

export function deletesUnaccepted(request: FastifyRequest): boolean {
  return formText(request, choice) === "yes";
}
