import { expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { createOwnerTexts } from "./owner-texts.ts";

it("[CALL-70] a message is sent in the request's language if the owner's can't be found", async () => {
  const failures: object[] = [];
  const ownerTexts = createOwnerTexts({
    findLanguage: async () => {
      throw new Error("no connection");
    },
    logger: { error: (details) => failures.push(details) },
  });
  expect(await ownerTexts("1", textsOf(english))).toBe(textsOf(english));
  expect(failures).toMatchObject([{ account_id: "1" }]);
});
