import { type PlainKey, type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { messagePage } from "../pages/message-page.ts";

/** What the provider says of requests that browsers come with, by old bookmarks and the back button too. */
const knownReasons: Record<string, PlainKey> = {
  "client is invalid": "identity.provider.unknownClient",
  "redirect_uri did not match any of the client's registered redirect_uris": "identity.provider.unknownRedirectUri",
  "authorization request has expired": "identity.provider.expired",
  "interaction session not found": "identity.provider.flowNotFound",
};

/** For a request that the provider refuses and cannot send back to an app. */
export function refusalPage(content: {
  texts: Texts;
  homeUrl: string;
  error: string;
  /** The provider's own words, in English. */
  reason: string | undefined;
}): string {
  const { texts, homeUrl, error, reason = error } = content;
  return messagePage({
    texts,
    title: texts.t("identity.provider.refused"),
    text: error === "server_error" ? saying("identity.provider.failed") : because(reason),
    homeUrl,
    action: { label: texts.t("identity.backToCairn"), href: homeUrl },
  });
}

/** What is not known is an app's mistake: its developers read the provider's words. */
function because(reason: string): Saying {
  const key = Object.hasOwn(knownReasons, reason) ? knownReasons[reason] : undefined;
  return key ? { key } : saying("identity.provider.refusedBecause", { reason: sentence(reason) });
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? "" : "."}`;
}
