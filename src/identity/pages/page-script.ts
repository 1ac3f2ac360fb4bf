import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";

export type PageScript = { address: string; source: string; tag: Html };

/** A script of the hosted pages, as a file of its own. Its tag carries a digest, so that browsers may keep the file. */
export function pageScript(name: PageScriptName, source: string): PageScript {
  const address = addressOf(name);
  const version = createHash("sha256").update(source).digest("base64url").slice(0, 12);
  return { address, source, tag: html`<script src="${address}?${version}" defer></script>` };
}

const names = ["show-password", "wait-for-link"] as const;
type PageScriptName = (typeof names)[number];

const addressOf = (name: PageScriptName) => `/signin/${name}.js`;

/** All that a hosted page may run. */
export const pageScriptAddresses: readonly string[] = names.map(addressOf);
