import type { IncomingHttpHeaders } from "node:http";
import { chooseLanguage, chosenIn } from "../../texts/choose-language.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";

/**
 * The texts in the language of whoever asks: the one they chose, else one of `uiLocales` (codes with spaces between them),
 * else one that their browser accepts.
 */
export function textsOfRequest({ headers }: { headers: IncomingHttpHeaders }, uiLocales?: unknown): Texts {
  return textsOf(
    chooseLanguage({
      chosen: chosenIn(headers.cookie),
      uiLocales: typeof uiLocales === "string" ? uiLocales : undefined,
      accepted: headers["accept-language"],
    }),
  );
}
