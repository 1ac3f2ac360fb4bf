import type { FastifyRequest } from "fastify";
import type { Texts } from "../../texts/texts-of.ts";
import { formText } from "./form.ts";
import { type Html, html } from "./html.ts";

const choice = "delete-unaccepted";

/** Explains what deleting an account does to its data, and offers the choice. */
export function deletionTerms({ t }: Texts): Html {
  return html`<ul>
<li>${t("identity.deletion.account")}</li>
<li>${t("identity.deletion.accepted")}</li>
<li>${t("identity.deletion.photos")}</li>
<li>${t("identity.deletion.messages")}</li>
<li>${t("identity.deletion.unsent")}</li>
<li>${t("identity.deletion.kept")}</li>
</ul>`;
}

export function unacceptedChoice({ t }: Texts): Html {
  return html`<div class="check"><input type="checkbox" id="${choice}" name="${choice}" value="yes" checked><label for="${choice}">${t("identity.deletion.unaccepted")}</label></div>`;
}

export function deletesUnaccepted(request: FastifyRequest): boolean {
  return formText(request, choice) === "yes";
}
