import type { IncomingHttpHeaders } from "node:http";
import { chooseLanguage, chosenIn } from "./choose-language.ts";
import { type Texts, textsOf } from "./texts-of.ts";

/**
 * The texts in the language of whoever asks: the one they chose, else one of `uiLocales` (codes with spaces between them),
 * else one that their browser accepts.
 */
export function textsForRequest({ headers }: { headers: IncomingHttpHeaders }, uiLocales?: unknown): Texts {
  return textsOf(
    chooseLanguage({
      chosen: chosenIn(headers.cookie),
      uiLocales: typeof uiLocales === "string" ? uiLocales : undefined,
      accepted: headers["accept-language"],
    }),
  );
}
