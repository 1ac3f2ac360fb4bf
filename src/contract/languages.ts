import * as z from "zod/mini";
import { call } from "./call.ts";
import { byUsername } from "./request-fields.ts";

const languageCode = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/));

/** A language of the app. */
export const offeredLanguageSchema = z.object({
  /** BCP 47. */
  code: z.string(),
  /** In the language itself. */
  name: z.string(),
  /** The share of texts that are translated, from 0 to 1; the others are English. */
  share: z.number(),
  /** Changes with the texts. */
  version: z.string(),
});

export const byLanguage = z.object({ language: languageCode });
export const byArea = z.object({ language: languageCode, area: z.string().check(z.regex(/^[a-z]+(\.[a-z]+)*$/)) });
/** An answer to a request that names the current version may be kept forever. */
export const textsQuery = z.object({ version: z.optional(z.string()) });

/** Parsed ICU messages by key, as `@lingui/core` takes them. */
export const areaTextsSchema = z.record(z.string(), z.unknown());
export const allTextsSchema = z.record(z.string(), areaTextsSchema);

/** The language of emails and notifications, and on new devices; null: none chosen yet. */
export const ownLanguageSchema = z.object({ language: z.nullable(z.string()) });
export const ownLanguagePayloadSchema = z.object({ language: languageCode });

export const languageCalls = {
  getTexts: call("GET", "/texts/{language}/{area}", "visitor", {
    summary: "The texts of one area of the app in a language; what isn't translated is missing.",
    params: byArea,
    query: textsQuery,
    response: areaTextsSchema,
  }),
  getAllTexts: call("GET", "/texts/{language}", "visitor", {
    summary: "The texts of all areas in a language, to keep on the phone.",
    params: byLanguage,
    query: textsQuery,
    response: allTextsSchema,
  }),
  getOwnLanguage: call("GET", "/adventurers/{username}/language", "self", {
    summary: "The language that you chose.",
    params: byUsername,
    response: ownLanguageSchema,
  }),
  setOwnLanguage: call("PUT", "/adventurers/{username}/language", "self", {
    summary: "Choose the language of emails and notifications, and of devices on which you sign in for the first time.",
    params: byUsername,
    body: ownLanguagePayloadSchema,
    response: ownLanguageSchema,
  }),
};
