import type { FastifyRequest } from "fastify";
import { chooseLanguage, chosenIn } from "../../texts/choose-language.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";

/** In the language that the request asks for; what it chose itself goes before what its browser accepts. */
export function textsForRequest({ headers }: FastifyRequest): Texts {
  return textsOf(chooseLanguage({ chosen: chosenIn(headers.cookie), accepted: headers["accept-language"] }));
}
