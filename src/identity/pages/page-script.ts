import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";

export type PageScript = { address: string; source: string; tag: Html };

/** A script file of the hosted pages. Its tag contains a digest, so that browsers can cache the file. */
export function pageScript(name: PageScriptName, source: string): PageScript {
  const address = addressOf(name);
  const version = createHash("sha256").update(source).digest("base64url").slice(0, 12);
  return { address, source, tag: html`<script src="${address}?${version}" defer></script>` };
}

const names = ["show-password", "wait-for-link"] as const;
type PageScriptName = (typeof names)[number];

const addressOf = (name: PageScriptName) => `/signin/${name}.js`;

/** All scripts that hosted pages may run. */
export const pageScriptAddresses: readonly string[] = names.map(addressOf);
