import type { Texts } from "../../texts/texts-of.ts";
import { type Html, html } from "../pages/html.ts";

export const backToAccount = ({ t }: Texts): Html =>
  html`<div class="below"><p><a href="/account">${t("identity.backToAccount")}</a></p></div>`;
