import { chooseOffered, type Texts, textsOf } from "../../texts/texts-of.ts";

/** The code of the language that an account's owner chose, if any. */
export type FindLanguage = (accountId: string) => Promise<string | null>;

/** Texts for a message to an account's owner: in their chosen language, otherwise in that of the request. */
export type OwnerTexts = (accountId: string, ofRequest: Texts) => Promise<Texts>;

export function createOwnerTexts(options: {
  findLanguage: FindLanguage;
  logger: { error(details: object, message: string): void };
}): OwnerTexts {
  const { findLanguage, logger } = options;
  return async (accountId, ofRequest) => {
    try {
      const chosen = await findLanguage(accountId);
      return chosen === null ? ofRequest : textsOf(chooseOffered({ ...ofRequest.wishes, chosen }));
    } catch (error) {
      // Better in another language than not at all.
      logger.error({ err: error, account_id: accountId }, "the language of an account could not be found");
      return ofRequest;
    }
  };
}
