import type { IncomingHttpHeaders } from "node:http";
import { chosenIn } from "./choose-language.ts";
import { chooseOffered, type Texts, textsOf } from "./texts-of.ts";

/**
 * Texts in the requester's language: the one they chose, otherwise one of `uiLocales` (space-separated codes),
 * otherwise one that their browser accepts.
 */
export function textsForRequest(
  { headers, url }: { headers: IncomingHttpHeaders; url?: string | undefined },
  uiLocales?: unknown,
): Texts {
  const wishes = {
    chosen: chosenIn(headers.cookie),
    uiLocales: typeof uiLocales === "string" ? uiLocales : undefined,
    accepted: headers["accept-language"],
  };
  return { ...textsOf(chooseOffered(wishes)), wishes, ...(url !== undefined && { address: url }) };
}
