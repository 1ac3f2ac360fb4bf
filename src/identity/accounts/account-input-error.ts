import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { FieldErrors } from "./account-rules.ts";

/** A username or email that is already taken, or other invalid input; `fields` has the reasons. */
export class AccountInputError extends Error {
  override readonly name = "AccountInputError";

  /** The message is English: the field messages by default. */
  constructor(
    readonly fields: FieldErrors,
    message = Object.values(fields)
      .flatMap((saying) => (saying ? textsOf(english).say(saying) : []))
      .join("; "),
  ) {
    super(message);
  }
}
