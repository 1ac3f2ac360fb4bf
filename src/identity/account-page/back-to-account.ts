import { type Html, html } from "../pages/html.ts";

export const backToAccount: Html = html`<div class="below"><p><a href="/account">Back to your account</a></p></div>`;
