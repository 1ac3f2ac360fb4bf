import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { FieldErrors } from "./account-rules.ts";

/** A username or e-mail that another account has, or input that breaks a rule; `fields` says which and why. */
export class AccountInputError extends Error {
  override readonly name = "AccountInputError";

  /** The message is in English: the fields' sentences, unless another one is given. */
  constructor(
    readonly fields: FieldErrors,
    message = Object.values(fields)
      .flatMap((saying) => (saying ? textsOf(english).say(saying) : []))
      .join("; "),
  ) {
    super(message);
  }
}
