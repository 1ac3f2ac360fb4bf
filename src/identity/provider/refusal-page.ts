import { type PlainKey, type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { messagePage } from "../pages/layout.ts";

/** Provider errors that browsers can cause, for example with old bookmarks or the back button. */
const knownReasons: Record<string, PlainKey> = {
  "client is invalid": "identity.provider.unknownClient",
  "redirect_uri did not match any of the client's registered redirect_uris": "identity.provider.unknownRedirectUri",
  "authorization request has expired": "identity.provider.expired",
  "interaction session not found": "identity.provider.flowNotFound",
};

/** Shown when the provider rejects a request and can't redirect to an app. */
export function refusalPage(content: {
  texts: Texts;
  homeUrl: string;
  error: string;
  /** The provider's own message, in English. */
  reason: string | undefined;
}): string {
  const { texts, homeUrl, error, reason = error } = content;
  return messagePage(texts, {
    title: "identity.provider.refused",
    text: error === "server_error" ? saying("identity.provider.failed") : because(reason),
    homeUrl,
    action: { label: "identity.backToCairn", href: homeUrl },
  });
}

/** Other errors are an app's mistake, so its developers see the provider's message. */
function because(reason: string): Saying {
  const key = Object.hasOwn(knownReasons, reason) ? knownReasons[reason] : undefined;
  return key ? { key } : saying("identity.provider.refusedBecause", { reason: sentence(reason) });
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? "" : "."}`;
}
