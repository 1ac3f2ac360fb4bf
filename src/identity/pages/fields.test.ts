import { expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { confirmationCodeField, emailField, field, newPasswordField, usernameField } from "./fields.ts";

it("phones leave names of accounts, addresses and codes as they are typed, and correct a person's name", () => {
  const texts = textsOf(english);
  const leaves = 'autocapitalize="none" autocorrect="off" spellcheck="false"';
  const typed = [
    usernameField(texts, {}),
    emailField(texts, {}),
    confirmationCodeField(texts, undefined),
    newPasswordField(texts, undefined),
    field(texts, { name: "code", label: "Recovery code", autocomplete: "off" }),
  ];
  for (const { markup } of typed) expect(markup).toContain(leaves);
  expect(field(texts, { name: "name", label: "Name", autocomplete: "name" }).markup).not.toContain("autocorrect");
});
