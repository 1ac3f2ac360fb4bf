import type { FieldErrors } from "./account-rules.ts";

/** A username or e-mail that another account has, or input that breaks a rule; `fields` says which and why. */
export class AccountInputError extends Error {
  override readonly name = "AccountInputError";

  constructor(readonly fields: FieldErrors) {
    super(Object.values(fields).join("; "));
  }
}
